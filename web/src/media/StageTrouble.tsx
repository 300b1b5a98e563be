import { useStore } from "zustand";
import { Button } from "@/ui/Button";
import type { Camera } from "./camera";
import { CameraTrouble, MicrophoneTrouble } from "./DeviceTrouble";
import { t } from "./texts";

type StageTroubleProps = {
  camera: Camera;
  /** She is on air from here, and pictures arrive at the server; without it that is not judged. */
  flows?: boolean | undefined;
  /** A corner of the screen, too small for words and buttons. */
  small?: boolean;
};

/** What is wrong with the picture that goes out, over it, and how it is mended without leaving the show. */
export function StageTrouble({ camera, flows, small = false }: StageTroubleProps) {
  const { video, isCameraOn, isVideoHeld, isOpening, videoTrouble } = useStore(camera.store);
  const reopen = () => camera.setCameraOn(true);
  if (!isCameraOn || isOpening) return null;
  if (videoTrouble) return <CameraTrouble trouble={videoTrouble} onRetry={reopen} small={small} />;
  if (video === undefined) return null;
  if (isVideoHeld)
    return (
      <Veil
        small={small}
        title={t("Your device took the camera away")}
        text={t("A call or another app uses it. Viewers see no picture until it is free again.")}
        onRetry={reopen}
      />
    );
  if (flows === false)
    return (
      <Veil
        small={small}
        title={t("No picture arrives")}
        text={t(
          "Nobody sees you now. If this stays, open the camera again or check your connection.",
        )}
        onRetry={reopen}
      />
    );
  return null;
}

type VeilProps = { title: string; text: string; onRetry: () => void; small: boolean };

function Veil({ title, text, onRetry, small }: VeilProps) {
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/70 p-6 text-center text-white"
    >
      <p className={small ? "text-micro font-bold" : "text-h3 font-bold"}>{title}</p>
      {!small && (
        <>
          <p className="max-w-sm text-label font-normal text-white/85">{text}</p>
          <Button variant="overlay" className="mt-2" onClick={onRetry}>
            {t("Open the camera again")}
          </Button>
        </>
      )}
    </div>
  );
}

/** That nobody hears her, and what she can do; beside the picture. */
export function SoundTrouble({ camera }: { camera: Camera }) {
  const { audio, audioTrouble, isAudioHeld, isOpening } = useStore(camera.store);
  if (isOpening) return null;
  if (audioTrouble)
    return <MicrophoneTrouble trouble={audioTrouble} onRetry={camera.openMicrophone} />;
  if (audio === undefined || !isAudioHeld) return null;
  return (
    <p role="alert" className="rounded-md bg-gold px-3 py-2 text-caption text-gold-on">
      {t("Your device took the microphone away: viewers do not hear you until it is free again.")}
    </p>
  );
}
