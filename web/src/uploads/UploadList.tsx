import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CirclePause, CirclePlay, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { formatBytes } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { FieldError } from "@/ui/Field";
import { Progress } from "@/ui/Progress";
import { toast } from "@/ui/toast";
import { addressOf, discardUpload, forgetUpload, myUploads } from "./api";
import { t } from "./texts";
import type { KeptUpload, Purpose, QueuedUpload } from "./types";
import { useUploads } from "./useUploads";

type UploadListProps = {
  purpose: Purpose;
  /** Which of them, where the page shows some; by default all. */
  shows?: (upload: { key?: string; uploadId: string | undefined }) => boolean;
  /** Which of them, by their keys, can be taken out no more: something takes them for its own just now. */
  isKept?: (key: string) => boolean;
  /** Goes on with an upload whose file was chosen again. */
  onChosen?: (file: File, address: string) => void;
};

/** The files of a purpose that are on their way, and those that wait to be chosen again. */
export function UploadList(props: UploadListProps) {
  const { purpose, shows = () => true, isKept = () => false, onChosen } = props;
  const { store, items, add, knows, pause, resume, cancel } = useUploads();
  const mine = useQuery(myUploads());
  const queries = useQueryClient();
  const [asked, setAsked] = useState<QueuedUpload>();
  // The site has them as long as it takes to remove them.
  const [cancelled, setCancelled] = useState<readonly string[]>([]);
  const here = items.filter((one) => one.purpose === purpose && shows(one));
  const left = (mine.data?.data ?? []).filter(
    (one) =>
      one.purpose === purpose &&
      !one.finished &&
      !cancelled.includes(one._id) &&
      shows({ uploadId: one._id }) &&
      !items.some(({ uploadId }) => uploadId === one._id),
  );

  async function remove({ key, uploadId = "" }: QueuedUpload) {
    setCancelled((others) => [...others, uploadId]);
    try {
      await cancel(key);
      if (uploadId) await forgetUpload(uploadId, queries);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setCancelled((others) => others.filter((one) => one !== uploadId));
    }
  }

  return (
    <div className="grid gap-3 empty:hidden">
      {here.length > 0 && (
        <ul aria-label={t("Uploads")} className="grid gap-3">
          {here.map((one) => (
            <UploadLine
              key={one.key}
              item={one}
              isKept={isKept(one.key)}
              onPause={() => pause(one.key)}
              onResume={() => resume(one.key)}
              onCancel={() => {
                if (one.state === "done" || one.sent === 0) remove(one);
                else setAsked(one);
              }}
            />
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <ul aria-label={t("Unfinished uploads")} className="grid gap-3">
          {left.map((one) => (
            <LeftLine
              key={one._id}
              upload={one}
              begun={(file) => knows(purpose, file, addressOf(one._id))}
              onChosen={(file) =>
                onChosen
                  ? onChosen(file, addressOf(one._id))
                  : add([file], purpose, addressOf(one._id))
              }
            />
          ))}
        </ul>
      )}
      {mine.error && <FieldError>{messageOf(mine.error)}</FieldError>}
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={t("Cancel {name}?", { name: asked.name })}
          description={t("{sent} of it are here already, and are deleted.", {
            sent: formatBytes(asked.sent),
          })}
          verb={t("Cancel the upload")}
          onConfirm={async () => {
            // The rest of it may have come behind the question, and be in use by now.
            const now = store.getState().find(({ key }) => key === asked.key);
            if (now === undefined || now.state === "done")
              throw new Error("All of it has arrived meanwhile: it cannot be cancelled any more.");
            remove(now);
          }}
        />
      )}
    </div>
  );
}

type UploadLineProps = {
  item: QueuedUpload;
  isKept: boolean;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
};

function UploadLine({ item, isKept, onPause, onResume, onCancel }: UploadLineProps) {
  const { name, size, sent, state, problem } = item;
  const going = state === "waiting" || state === "sending" || state === "interrupted";
  const halted = state === "paused" || state === "failed";
  return (
    <li className="rounded-md border border-line bg-s1 p-3">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-label font-semibold">{name}</p>
          <p className="tnum text-caption text-fg3">{statusOf(item)}</p>
        </div>
        {going && (
          <IconButton label={t("Pause {name}", { name })} onClick={onPause}>
            <CirclePause size={18} aria-hidden />
          </IconButton>
        )}
        {halted && (
          <IconButton label={t("Go on with {name}", { name })} onClick={onResume}>
            <CirclePlay size={18} aria-hidden />
          </IconButton>
        )}
        {!isKept && (
          <IconButton
            label={state === "done" ? t("Hide {name}", { name }) : t("Cancel {name}", { name })}
            onClick={onCancel}
          >
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      {state !== "done" && (
        <Progress label={t("Sent of {name}", { name })} value={sent} max={size} className="mt-2" />
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </li>
  );
}

/** Where an upload stands, in words. */
export function statusOf({ state, sent, size, remaining, problem }: QueuedUpload): string {
  const share = t("{sent} of {size}", { sent: formatBytes(sent), size: formatBytes(size) });
  switch (state) {
    case "waiting":
      return t("Waits for its turn · {size}", { size: formatBytes(size) });
    case "sending":
      return remaining === undefined
        ? share
        : t("{share} · {time} left", { share, time: formatDuration(remaining) });
    case "interrupted":
      return problem === undefined
        ? t("{share} · the connection is lost, trying again", { share })
        : t("{share} · trying again", { share });
    case "paused":
      return t("{share} · paused", { share });
    case "failed":
      return t("{share} · stopped", { share });
    case "done":
      return t("{size} · uploaded", { size: formatBytes(size) });
  }
}

type LeftLineProps = {
  upload: KeptUpload;
  /** Whether this device began it with the file, whatever the site calls that now. */
  begun: (file: File) => boolean;
  onChosen: (file: File) => void;
};

/** An upload of which this page has no file: its person chooses it once more. */
function LeftLine({ upload, begun, onChosen }: LeftLineProps) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [asks, setAsks] = useState(false);

  function take(file: File | undefined) {
    if (file === undefined) return;
    const same = file.size === upload.length && (file.name === upload.name || begun(file));
    setProblem(same ? undefined : t("This is another file. Please choose the one you began with."));
    if (same) onChosen(file);
  }

  return (
    <li className="rounded-md border border-line bg-s1 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="truncate text-label font-semibold">{upload.name}</p>
          <p className="tnum text-caption text-fg3">
            {t("{received} of {length} are here. Choose the file again to go on.", {
              received: formatBytes(upload.received),
              length: formatBytes(upload.length),
            })}
          </p>
        </div>
        <label className="relative">
          <span className="inline-flex h-9 items-center rounded-sm bg-s2 px-3 text-caption font-semibold hover:bg-s3">
            {t("Choose the file")}
          </span>
          <input
            type="file"
            aria-label={t("Choose {name} again", { name: upload.name })}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </label>
        <Button size="sm" variant="ghost" onClick={() => setAsks(true)}>
          {t("Discard")}
        </Button>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      {asks && (
        <DiscardUpload
          name={upload.name}
          bytes={upload.received}
          onClose={() => setAsks(false)}
          onConfirm={() => discardUpload(upload._id, queries)}
        />
      )}
    </li>
  );
}

type DiscardUploadProps = {
  name: string;
  /** How much of it is here. */
  bytes: number;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
};

/** Asks before what was uploaded is deleted: to send it again may take hours. */
export function DiscardUpload({ name, bytes, onClose, onConfirm }: DiscardUploadProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("Discard {name}?", { name })}
      description={t("The {bytes} that are here are deleted.", { bytes: formatBytes(bytes) })}
      verb={t("Discard")}
      onConfirm={onConfirm}
    />
  );
}
