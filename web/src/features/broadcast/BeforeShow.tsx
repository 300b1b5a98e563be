import { useState } from "react";
import { useStore } from "zustand";
import { paths } from "@/app/paths";
import { Tabs } from "@/ui/Tabs";
import { useSearch } from "@/ui/useAddress";
import { AwaySwitch } from "./AwaySwitch";
import { CheckPreview } from "./CheckPreview";
import { GoLiveForm } from "./GoLiveForm";
import { HeadlineButton } from "./Headline";
import { ObsSetup } from "./ObsSetup";
import type { Stage } from "./stage";
import { t } from "./texts";

const ways = () =>
  [
    { id: "camera", label: t("Camera") },
    { id: "obs", label: t("Use OBS") },
  ] as const;

type Way = ReturnType<typeof ways>[number]["id"];

/** Before the show: how the picture is sent, what it looks like, what it is called. */
export function BeforeShow({ stage }: { stage: Stage }) {
  const [query] = useSearch(paths.live);
  const [way, setWay] = useState<Way>(query.by === "program" ? "obs" : "camera");
  const { camera, broadcast } = stage;

  // The program needs the camera itself: two cannot have it on every system.
  function choose(chosen: Way) {
    setWay(chosen);
    if (chosen === "obs") camera.close();
    else if (broadcast.store.getState().phase.name !== "idle") camera.open();
  }

  const waiting = (stage.room?.total ?? 1) - 1;
  return (
    <div className="mx-auto grid w-full max-w-[1360px] gap-6 px-4 py-4 pb-28 lg:grid-cols-[1fr_400px] lg:px-8 lg:py-8">
      <div className="min-w-0">
        <div className="mb-4 hidden lg:block">
          <h1 className="text-h1 font-extrabold tracking-[-.02em]">{t("Go live")}</h1>
          <p className="mt-0.5 text-label font-normal text-fg2">
            {t("Check how you look and sound. Nobody sees you yet.")}
          </p>
        </div>
        {way === "camera" ? <CheckPreview stage={stage} /> : <ObsPicture stage={stage} />}
        {waiting > 0 && (
          <p role="status" className="mt-3 text-label font-semibold text-ok-ink">
            {t(
              "{count, plural, one {# person is waiting in your room.} other {# people are waiting in your room.}}",
              { count: waiting },
            )}
          </p>
        )}
      </div>
      <section className="min-w-0 self-start rounded-lg border border-line bg-s1 px-4 pt-1 pb-5 lg:px-5">
        <Tabs label={t("How you broadcast")} tabs={ways()} selected={way} onSelect={choose}>
          {way === "camera" ? <GoLiveForm stage={stage} /> : <ByProgram />}
        </Tabs>
      </section>
    </div>
  );
}

/** A program sends no title: the show takes the headline. */
function ByProgram() {
  return (
    <div className="grid gap-4">
      <HeadlineButton />
      <AwaySwitch />
      <ObsSetup />
    </div>
  );
}

function ObsPicture({ stage }: { stage: Stage }) {
  const isOpen = useStore(stage.broadcast.store, ({ show }) => show !== undefined);
  return (
    <div className="grid aspect-video place-content-center justify-items-center gap-2 rounded-xl border border-line bg-s1 p-6 text-center">
      <span className="mb-1 size-3 animate-pulse rounded-full bg-gold" aria-hidden />
      <p className="text-h3 font-bold">
        {isOpen ? t("Connecting…") : t("Waiting for your program")}
      </p>
      <p className="max-w-md text-label font-normal text-fg2">
        {t(
          "Press “Start streaming” in OBS. This page turns into your stage as soon as the picture arrives: chat, viewers and tips are here.",
        )}
      </p>
    </div>
  );
}
