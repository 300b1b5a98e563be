import { Download } from "lucide-react";
import { useState } from "react";
import { formatDateTime, formatDuration } from "@/lib/time";
import { buttonClass } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { fileOf, type Recording } from "./api";
import { t } from "./texts";
import { titleOf } from "./words";

type PlayDialogProps = { recording: Recording; onClose: () => void };

/** Plays a recording where it stands; what this browser cannot play is downloaded. */
export function PlayDialog({ recording, onClose }: PlayDialogProps) {
  const [isBroken, setIsBroken] = useState(false);
  const { _id, startedAt, seconds } = recording;
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(recording)}
      width="lg"
      actions={
        <a href={fileOf(_id)} download className={buttonClass("outline")}>
          <Download size={18} aria-hidden />
          {t("Download")}
        </a>
      }
    >
      <p className="mb-3 text-label font-normal text-fg2">
        {formatDateTime(startedAt)} · {formatDuration(seconds * 1000)}
      </p>
      {isBroken ? (
        <p role="alert" className="rounded-md bg-s2 p-6 text-center text-label">
          {t("This recording does not play here. Download it to watch it.")}
        </p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: live talk has no captions yet.
        <video
          src={fileOf(_id)}
          controls
          autoPlay
          playsInline
          aria-label={t("Recording of {title}", { title: titleOf(recording) })}
          onError={() => setIsBroken(true)}
          className="aspect-video w-full rounded-md bg-black"
        />
      )}
    </Dialog>
  );
}
