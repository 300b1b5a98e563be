import { Video } from "lucide-react";
import { useStore } from "zustand";
import { CameraTrouble } from "@/media/DeviceTrouble";
import { FlipIcon, useHasTwoSides } from "@/media/Flip";
import { MicMeter } from "@/media/MicMeter";
import { Preview } from "@/media/Preview";
import { Button, IconButton } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import type { Stage } from "./stage";
import { t } from "./texts";

/** What the camera sees and the microphone hears, or why they do not. */
export function CheckPreview({ stage: { camera, broadcast } }: { stage: Stage }) {
  const { video, audio, videoTrouble, isOpening, isMirrored } = useStore(camera.store);
  const isIdle = useStore(broadcast.store, ({ phase }) => phase.name === "idle");
  const canFlip = useHasTwoSides(camera);
  return (
    <div className="relative aspect-[3/4] max-h-[60dvh] w-full overflow-hidden rounded-xl bg-black text-white sm:aspect-video lg:max-h-none">
      <Preview track={video} mirrored={isMirrored} cover />
      {isIdle && !isOpening && <Ask onOpen={broadcast.check} />}
      {video === undefined && isOpening && <Opening />}
      {videoTrouble && !isOpening && <CameraTrouble trouble={videoTrouble} onRetry={camera.open} />}
      {audio && video && (
        <MicMeter
          key={audio.id}
          track={audio}
          className="absolute bottom-3 start-3 h-9 w-44 rounded-full bg-black/55 px-3 backdrop-blur-md"
        />
      )}
      {video && canFlip && (
        <IconButton
          label={t("Switch camera")}
          variant="overlay"
          className="absolute end-3 bottom-3"
          onClick={camera.flip}
        >
          <FlipIcon />
        </IconButton>
      )}
    </div>
  );
}

function Ask({ onOpen }: { onOpen: () => void }) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-s2 p-6 text-center text-fg">
      <Video size={36} aria-hidden className="mb-1 text-fg3" />
      <p className="text-h3 font-bold">{t("Let us see you")}</p>
      <p className="max-w-sm text-label font-normal text-fg2">
        {t(
          "Your browser asks whether this site may use camera and microphone. Nobody sees you before you press “Go live”.",
        )}
      </p>
      <Button variant="brand" size="lg" className="mt-3" onClick={onOpen}>
        {t("Turn on camera")}
      </Button>
    </div>
  );
}

function Opening() {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-s2 p-6 text-center text-fg2">
      <Spinner size={32} label={t("Opening your camera")} />
      <p className="text-label font-normal">
        {t("If your browser asks, allow camera and microphone.")}
      </p>
    </div>
  );
}
