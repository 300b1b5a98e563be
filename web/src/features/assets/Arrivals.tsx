import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { idIn } from "@/uploads/api";
import type { KeptUpload, Purpose } from "@/uploads/types";
import { UploadList } from "@/uploads/UploadList";
import type { LargeFiles } from "./useLargeFiles";

type ArrivalsProps = { files: LargeFiles; purpose: Purpose; noun: string };

/** The files of a purpose on their way to an asset, and what has become of them. */
export function Arrivals({ files, purpose, noun }: ArrivalsProps) {
  const { failed, strays, isSending } = files;
  return (
    <>
      <UploadList
        purpose={purpose}
        shows={files.shows}
        onChosen={(file, address) => files.sendOn(file, idIn(address))}
      />
      {isSending && (
        <p className="text-caption text-fg3">
          You may go on elsewhere on the site; only keep this tab open.
        </p>
      )}
      {failed.map(({ key, name, problem, isRetryable }) => (
        <div
          key={key}
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-danger-soft px-4 py-3"
        >
          <CircleAlert size={18} aria-hidden className="shrink-0 text-danger-ink" />
          <div className="min-w-0 flex-1 basis-52">
            <p className="truncate text-label font-semibold">{name} was not taken</p>
            <p className="text-caption text-fg2 [overflow-wrap:anywhere]">{problem}</p>
          </div>
          {isRetryable && (
            <Button size="sm" variant="outline" onClick={() => files.tryAgain(key)}>
              Try again
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => files.giveUp(key)}>
            Dismiss
          </Button>
        </div>
      ))}
      {strays.map((upload) => (
        <Stray key={upload._id} upload={upload} noun={noun} onUse={() => files.use(upload._id)} />
      ))}
    </>
  );
}

type StrayProps = { upload: KeptUpload; noun: string; onUse: () => Promise<unknown> };

/** An upload of another device that nothing uses yet. */
function Stray({ upload, noun, onUse }: StrayProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function use() {
    setPending(true);
    setProblem(undefined);
    await onUse().catch((error: unknown) => setProblem(messageOf(error)));
    setPending(false);
  }

  return (
    <div className="rounded-md border border-line bg-s1 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-label font-semibold">{upload.name}</p>
          <p className="text-caption text-fg3">Uploaded before, and not used yet.</p>
        </div>
        <Button size="sm" variant="outline" pending={pending} onClick={use}>
          {`Use as ${noun}`}
        </Button>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}
