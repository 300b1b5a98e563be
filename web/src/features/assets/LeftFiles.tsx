import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { toast } from "@/ui/toast";
import type { KeptUpload, Purpose } from "@/uploads/types";
import { DiscardUpload } from "@/uploads/UploadList";
import { failureWords } from "./largeFiles";
import { t } from "./texts";
import type { FailedFile } from "./useLargeFiles";

/** A file that has arrived and is not known to be part of its asset, and what can be done with it. */
export function RefusedFile({ file }: { file: FailedFile }) {
  const { name, size, problem, isUnsure, isUnfit, again, drop } = file;
  const [asks, setAsks] = useState(false);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-danger-soft px-4 py-3"
    >
      <CircleAlert size={18} aria-hidden className="shrink-0 text-danger-ink" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate text-label font-semibold">{failureWords(name, isUnsure)}</p>
        <p className="text-caption text-fg2 [overflow-wrap:anywhere]">{problem}</p>
      </div>
      <Button size="sm" variant="outline" onClick={again}>
        {t("Try again")}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          if (isUnfit) drop().catch((error: unknown) => toast.error(messageOf(error)));
          else setAsks(true);
        }}
      >
        {t("Discard")}
      </Button>
      {asks && (
        <DiscardUpload name={name} bytes={size} onClose={() => setAsks(false)} onConfirm={drop} />
      )}
    </div>
  );
}

type UnusedUploadProps = {
  upload: KeptUpload;
  purpose: Purpose;
  onUse: () => Promise<unknown>;
  onDiscard: () => Promise<unknown>;
};

/** An upload of another device that nothing uses yet. */
export function UnusedUpload({ upload, purpose, onUse, onDiscard }: UnusedUploadProps) {
  const [isUsing, setUsing] = useState(false);
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function use() {
    setUsing(true);
    setProblem(undefined);
    await onUse().catch((error: unknown) => setProblem(messageOf(error)));
    setUsing(false);
  }

  return (
    <div className="rounded-md border border-line bg-s1 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate text-label font-semibold">{upload.name}</p>
          <p className="text-caption text-fg3">{t("Uploaded before, and not used yet.")}</p>
        </div>
        <Button size="sm" variant="outline" pending={isUsing} onClick={use}>
          {t(
            "{purpose, select, video {Use as video} trailer {Use as trailer} other {Use as file}}",
            { purpose },
          )}
        </Button>
        <Button size="sm" variant="ghost" disabled={isUsing} onClick={() => setAsks(true)}>
          {t("Discard")}
        </Button>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      {asks && (
        <DiscardUpload
          name={upload.name}
          bytes={upload.length}
          onClose={() => setAsks(false)}
          onConfirm={onDiscard}
        />
      )}
    </div>
  );
}
