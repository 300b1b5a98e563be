import { useQuery } from "@tanstack/react-query";
import { VideoOff } from "lucide-react";
import { useStore } from "zustand";
import { Preview } from "@/media/Preview";
import { SoundTrouble, StageTrouble } from "@/media/StageTrouble";
import { Spinner } from "@/ui/Spinner";
import { LoadFailure } from "@/ui/States";
import { useNow } from "@/ui/useNow";
import { me } from "./api";
import type { Stage } from "./stage";
import { t } from "./texts";

type PictureProps = { stage: Stage; cover?: boolean };

/** What viewers see now, or why they see nothing. */
export function Picture({ stage, cover = false }: PictureProps) {
  const { phase, source } = useStore(stage.broadcast.store);
  return (
    <>
      {source === "here" ? <Own stage={stage} cover={cover} /> : <Snapshot cover={cover} />}
      {phase.name === "reconnecting" && <Reconnecting until={phase.until} source={source} />}
    </>
  );
}

function Own({ stage: { camera, broadcast }, cover }: { stage: Stage; cover: boolean }) {
  const { video, isCameraOn, isMirrored } = useStore(camera.store);
  const isLive = useStore(broadcast.store, ({ phase }) => phase.name === "live");
  const flows = useStore(broadcast.store, (state) => state.flows);
  return (
    <>
      <Preview track={video} mirrored={isMirrored} cover={cover} />
      {!isCameraOn && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center text-white/85">
          <VideoOff size={36} aria-hidden />
          <p className="text-h3 font-bold">{t("Your camera is off")}</p>
          <p className="text-label font-normal">
            {t("Viewers hear you and read that your camera is off.")}
          </p>
        </div>
      )}
      <StageTrouble camera={camera} {...(isLive && { flows })} />
    </>
  );
}

/** That viewers do not hear what is sent from here. */
export function StageSound({ stage: { camera, broadcast } }: { stage: Stage }) {
  const source = useStore(broadcast.store, (state) => state.source);
  return source === "here" ? <SoundTrouble camera={camera} /> : null;
}

const everyTenSeconds = 10_000;

// Watching herself would count her as a viewer; the site's own pictures of the show do not.
function Snapshot({ cover }: { cover: boolean }) {
  const found = useQuery({ ...me(), refetchInterval: everyTenSeconds });
  if (!found.data?.snapshot) {
    return (
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-white/85">
        <Spinner size={32} label={t("Waiting for the first picture")} />
        <p className="text-label font-normal">
          {t("You are live. The first picture comes in a moment.")}
        </p>
        <LoadFailure query={found} what={t("The picture")} />
      </div>
    );
  }
  return (
    <img
      src={found.data.snapshot}
      alt={t("Your show a few seconds ago")}
      className={`absolute inset-0 size-full ${cover ? "object-cover" : "object-contain"}`}
    />
  );
}

function Reconnecting({ until, source }: { until: number; source: "here" | "elsewhere" }) {
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1000));
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/70 p-6 text-center text-white"
    >
      <Spinner size={32} label="" />
      <p className="text-h3 font-bold">
        {source === "here" ? t("Reconnecting…") : t("Your program has stopped sending")}
      </p>
      <p className="max-w-sm text-label font-normal text-white/85">
        {seconds > 0
          ? t(
              "Your viewers wait. The show ends in {count, plural, one {# second} other {# seconds}} unless the picture comes back.",
              { count: seconds },
            )
          : t("We cannot reach the site. The show may have ended; we keep trying.")}
      </p>
    </div>
  );
}
