import { Users } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { useStore } from "zustand";
import { paths } from "@/app/paths";
import { numberBetween } from "@/lib/validate";
import { DeviceFields } from "@/media/DeviceFields";
import { CameraTrouble } from "@/media/DeviceTrouble";
import { MicMeter } from "@/media/MicMeter";
import { Preview } from "@/media/Preview";
import { Button } from "@/ui/Button";
import { FieldError, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Link } from "@/ui/Link";
import type { Performer } from "./api";
import type { OwnGroup } from "./own";
import { t } from "./texts";

const schema = z.object({
  title: z.string(),
  minParticipants: numberBetween(1, 100),
  maxParticipants: numberBetween(1, 100),
});

/** Before the show: how she looks, what it is called, how many may come. */
export function StartForm({ own, performer }: { own: OwnGroup; performer: Performer }) {
  const { phase, show, problem } = useStore(own.store);
  const { broadcast } = performer;
  const form = useForm(schema, {
    title: performer.headline,
    minParticipants: String(broadcast.minParticipants),
    maxParticipants: String(broadcast.maxParticipants),
  });
  const hasPicture = useStore(own.camera.store, ({ video }) => video !== undefined);
  const starting = phase === "starting";

  return (
    <div className="mx-auto grid w-full max-w-[1360px] gap-6 px-4 py-4 pb-28 lg:grid-cols-[1fr_400px] lg:px-8 lg:py-8">
      <div className="min-w-0">
        <h1 className="text-h1 font-extrabold tracking-[-.02em]">{t("Group chat")}</h1>
        <p className="mt-0.5 mb-4 text-label font-normal text-fg2">
          {t(
            "Several members watch and talk with you, and each pays {count, plural, one {# token} other {# tokens}} a minute.",
            { count: performer.groupPrice },
          )}{" "}
          <Link href={paths.performer.profile()} className="font-semibold underline">
            {t("Change the price")}
          </Link>
        </p>
        <Camera own={own} />
      </div>
      <section
        aria-label={t("The show")}
        className="min-w-0 self-start rounded-lg border border-line bg-s1 p-4 lg:p-5"
      >
        {show ? (
          <Open own={own} pending={starting} />
        ) : (
          <Form
            form={form}
            unsaved="drop"
            onSubmit={own.begin}
            aria-label={t("Start a group show")}
          >
            <TextField label={t("Title")} maxLength={120} {...field(form, "title")} />
            <div className="grid grid-cols-2 gap-4">
              <TextField
                label={t("Starts with")}
                hint={t("members")}
                inputMode="numeric"
                {...field(form, "minParticipants")}
              />
              <TextField
                label={t("At most")}
                hint={t("members")}
                inputMode="numeric"
                {...field(form, "maxParticipants")}
              />
            </div>
            <DeviceFields camera={own.camera} />
            {problem && <FieldError>{problem}</FieldError>}
            <Button
              type="submit"
              variant="brand"
              size="lg"
              className="w-full"
              disabled={!hasPicture}
              pending={starting}
            >
              {!starting && <Users size={20} aria-hidden />}
              {starting ? t("Starting…") : t("Start the group show")}
            </Button>
          </Form>
        )}
      </section>
    </div>
  );
}

/** A show that is open already: after a reload, or on another device. */
function Open({ own, pending }: { own: OwnGroup; pending: boolean }) {
  const { problem } = useStore(own.store);
  const [ending, setEnding] = useState(false);
  async function end() {
    setEnding(true);
    await own.stop().finally(() => setEnding(false));
  }
  return (
    <div role="status" className="rounded-md bg-gold-soft p-4 text-gold-ink">
      <p className="text-label font-bold">{t("Your group show is still open")}</p>
      <p className="mt-0.5 text-caption">
        {t(
          "Those who are in it wait up to 30 seconds for your picture. Resume it here, or end it.",
        )}
      </p>
      {problem && <FieldError>{problem}</FieldError>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="brand" size="sm" pending={pending} onClick={() => own.begin({})}>
          {t("Resume my show")}
        </Button>
        <Button variant="outline" size="sm" pending={ending} onClick={end}>
          {t("End the show")}
        </Button>
      </div>
    </div>
  );
}

function Camera({ own: { camera } }: { own: OwnGroup }) {
  const { video, audio, videoTrouble, isOpening, isMirrored } = useStore(camera.store);
  return (
    <div className="relative aspect-video w-full overflow-hidden rounded-xl bg-black text-white">
      <Preview track={video} mirrored={isMirrored} cover />
      {video === undefined && !videoTrouble && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-s2 p-6 text-center text-fg">
          <p className="max-w-sm text-label font-normal text-fg2">
            {t("Check how you look. Nobody sees you before the show starts.")}
          </p>
          <Button variant="brand" size="lg" pending={isOpening} onClick={() => camera.open()}>
            {t("Turn on camera")}
          </Button>
        </div>
      )}
      {videoTrouble && !isOpening && (
        <CameraTrouble trouble={videoTrouble} onRetry={() => camera.open()} />
      )}
      {audio && video && (
        <MicMeter
          key={audio.id}
          track={audio}
          className="absolute bottom-3 start-3 h-9 w-44 rounded-full bg-black/55 px-3 backdrop-blur-md"
        />
      )}
    </div>
  );
}
