import { Download } from "lucide-react";
import { formatDateTime, formatDuration } from "@/lib/time";
import { RecordingVideo } from "@/recordings/RecordingVideo";
import { titleOf } from "@/recordings/words";
import { buttonClass } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { addressOf, fileAddress, fileOf, type Recording } from "./api";
import { t } from "./texts";

type PlayDialogProps = { recording: Recording; onClose: () => void };

/** Plays a recording where it stands; what this browser cannot play is downloaded. */
export function PlayDialog({ recording, onClose }: PlayDialogProps) {
  const { _id, ready, startedAt, seconds } = recording;
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
      <RecordingVideo
        address={ready ? addressOf(_id) : fileAddress(_id)}
        title={titleOf(recording)}
        broken={t("This recording does not play here. Download it to watch it.")}
      />
    </Dialog>
  );
}
