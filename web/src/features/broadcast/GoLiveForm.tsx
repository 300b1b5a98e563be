import { Radio } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import { DeviceFields } from "@/media/DeviceFields";
import { Button } from "@/ui/Button";
import { FieldError, TextField } from "@/ui/Field";
import { AwaySwitch } from "./AwaySwitch";
import type { Broadcast } from "./broadcast";
import { maxHeadline } from "./Headline";
import type { Source } from "./machine";
import type { Stage } from "./stage";
import { t } from "./texts";

/** The title, the devices, and the button. */
export function GoLiveForm({ stage: { performer, camera, broadcast } }: { stage: Stage }) {
  const { phase, show, source, refusal } = useStore(broadcast.store);
  const [typed, setTyped] = useState<string>();
  const title = typed ?? show?.title ?? performer.headline;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (phase.name === "ready") broadcast.start(title.trim());
  }

  return (
    <form className="grid gap-4" onSubmit={submit}>
      {show !== undefined && <OpenShow broadcast={broadcast} />}
      <TextField
        label={t("Title")}
        value={title}
        maxLength={maxHeadline}
        placeholder={t("What is your show about?")}
        hint={t("Shown on your card and in your room. {length} of {maxHeadline} characters.", {
          length: title.length,
          maxHeadline,
        })}
        onChange={({ target }) => setTyped(target.value)}
      />
      <AwaySwitch />
      <DeviceFields camera={camera} />
      {refusal && !refusal.isElsewhere && <FieldError>{refusal.message}</FieldError>}
      <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-bg max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(12px,env(safe-area-inset-bottom))]">
        <Button
          type="submit"
          variant="brand"
          size="lg"
          className="w-full"
          disabled={phase.name !== "ready" && phase.name !== "starting"}
          pending={phase.name === "starting"}
        >
          {phase.name !== "starting" && <Radio size={20} aria-hidden />}
          {words(phase.name === "starting", show && source)}
        </Button>
      </div>
    </form>
  );
}

function words(isStarting: boolean, open: Source | undefined): string {
  if (isStarting) return t("Going live…");
  if (open === undefined) return t("Go live");
  return open === "here" ? t("Resume my show") : t("Move my show here");
}

/** A show that is open already: one of this page that waits, or one that is sent from elsewhere. */
function OpenShow({ broadcast }: { broadcast: Broadcast }) {
  const { source, isStopping } = useStore(broadcast.store);
  const [problem, setProblem] = useState<string>();
  const mine = source === "here";

  async function aside() {
    setProblem(undefined);
    try {
      await (mine ? broadcast.stop() : broadcast.discover(undefined));
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  return (
    <div role="status" className="rounded-md bg-gold-soft p-4 text-gold-ink">
      <p className="text-label font-bold">
        {mine ? t("Your show is still open") : t("You are live from another device or program")}
      </p>
      <p className="mt-0.5 text-caption">
        {mine
          ? t("Viewers wait up to 30 seconds for your picture. Resume it, or end it.")
          : t("Move the show here when you are ready; your viewers stay.")}
      </p>
      {problem && <FieldError>{problem}</FieldError>}
      <Button size="sm" variant="outline" className="mt-3" pending={isStopping} onClick={aside}>
        {mine ? t("End the show") : t("Back to my show")}
      </Button>
    </div>
  );
}
