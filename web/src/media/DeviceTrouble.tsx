import { CameraOff } from "lucide-react";
import { Button } from "@/ui/Button";
import type { Trouble } from "./capture";
import { t } from "./texts";

type Words = { title: string; mend: string };

const camera = (): Record<Trouble, Words> => ({
  denied: {
    title: t("Your browser does not let us use the camera"),
    mend: t(
      "Press the camera or lock symbol beside the address, allow camera and microphone for this site, then try again.",
    ),
  },
  none: {
    title: t("No camera was found"),
    mend: t("Connect a camera and try again. Without one you can broadcast with OBS."),
  },
  busy: {
    title: t("Your camera is used by another program"),
    mend: t("Close the program or tab that uses it (a call, OBS), then try again."),
  },
  insecure: {
    title: t("The camera works over https only"),
    mend: t("Open this page by its https:// address. Browsers keep cameras closed on others."),
  },
  lost: {
    title: t("Your camera was disconnected"),
    mend: t("Check its cable, or choose another camera."),
  },
  unknown: {
    title: t("Your camera could not be opened"),
    mend: t("Unplug it and plug it in again, restart the browser, or choose another camera."),
  },
});

type CameraTroubleProps = {
  trouble: Trouble;
  onRetry: () => void;
  /** A corner of the screen, too small for advice. */
  small?: boolean;
};

/** Why there is no picture, and how to mend it. */
export function CameraTrouble({ trouble, onRetry, small = false }: CameraTroubleProps) {
  const { title, mend } = camera()[trouble];
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-2 overflow-y-auto bg-s2 p-6 text-center text-fg"
    >
      <CameraOff size={small ? 20 : 32} aria-hidden className="mb-1 text-danger-ink" />
      <p className={small ? "text-micro font-bold" : "text-h3 font-bold"}>{title}</p>
      {!small && <p className="max-w-md text-label font-normal text-fg2">{mend}</p>}
      {trouble !== "insecure" && (
        <Button
          variant="brand"
          size={small ? "sm" : "md"}
          className={small ? "mt-1" : "mt-3"}
          onClick={onRetry}
        >
          {t("Try again")}
        </Button>
      )}
    </div>
  );
}

const microphone = (): Record<Trouble, string> => ({
  denied: t("Your browser does not let us use the microphone: viewers will not hear you."),
  none: t("No microphone was found: viewers will not hear you."),
  busy: t("Your microphone is used by another program: viewers will not hear you."),
  insecure: t("The microphone works over https only."),
  lost: t("Your microphone was disconnected: viewers do not hear you."),
  unknown: t("Your microphone could not be opened: viewers will not hear you."),
});

type MicrophoneTroubleProps = {
  trouble: Trouble;
  /** On stage, over the picture: opens it again. */
  onRetry?: () => void;
};

/** A show may go on without sound; she must know. */
export function MicrophoneTrouble({ trouble, onRetry }: MicrophoneTroubleProps) {
  if (onRetry === undefined)
    return (
      <p role="alert" className="rounded-md bg-gold-soft px-3 py-2 text-caption text-gold-ink">
        {microphone()[trouble]}
      </p>
    );
  return (
    <div className="flex max-w-md flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-gold py-1 pe-1 ps-3 text-gold-on">
      <p role="alert" className="min-w-0 flex-1 text-caption">
        {microphone()[trouble]}
      </p>
      <Button variant="overlay" size="sm" onClick={onRetry}>
        {t("Try again")}
      </Button>
    </div>
  );
}
