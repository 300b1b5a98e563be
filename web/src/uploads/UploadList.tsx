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
        <ul aria-label="Uploads" className="grid gap-3">
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
        <ul aria-label="Unfinished uploads" className="grid gap-3">
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
          title={`Cancel ${asked.name}?`}
          description={`${formatBytes(asked.sent)} of it are here already, and are deleted.`}
          verb="Cancel the upload"
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
          <IconButton label={`Pause ${name}`} onClick={onPause}>
            <CirclePause size={18} aria-hidden />
          </IconButton>
        )}
        {halted && (
          <IconButton label={`Go on with ${name}`} onClick={onResume}>
            <CirclePlay size={18} aria-hidden />
          </IconButton>
        )}
        {!isKept && (
          <IconButton
            label={state === "done" ? `Hide ${name}` : `Cancel ${name}`}
            onClick={onCancel}
          >
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      {state !== "done" && (
        <Progress label={`Sent of ${name}`} value={sent} max={size} className="mt-2" />
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </li>
  );
}

/** Where an upload stands, in words. */
export function statusOf({ state, sent, size, remaining, problem }: QueuedUpload): string {
  const share = `${formatBytes(sent)} of ${formatBytes(size)}`;
  switch (state) {
    case "waiting":
      return `Waits for its turn · ${formatBytes(size)}`;
    case "sending":
      return remaining === undefined ? share : `${share} · ${formatDuration(remaining)} left`;
    case "interrupted":
      return problem === undefined
        ? `${share} · the connection is lost, trying again`
        : `${share} · trying again`;
    case "paused":
      return `${share} · paused`;
    case "failed":
      return `${share} · stopped`;
    case "done":
      return `${formatBytes(size)} · uploaded`;
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
    setProblem(same ? undefined : "This is another file. Please choose the one you began with.");
    if (same) onChosen(file);
  }

  return (
    <li className="rounded-md border border-line bg-s1 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="truncate text-label font-semibold">{upload.name}</p>
          <p className="tnum text-caption text-fg3">
            {formatBytes(upload.received)} of {formatBytes(upload.length)} are here. Choose the file
            again to go on.
          </p>
        </div>
        <label className="relative">
          <span className="inline-flex h-9 items-center rounded-sm bg-s2 px-3 text-caption font-semibold hover:bg-s3">
            Choose the file
          </span>
          <input
            type="file"
            aria-label={`Choose ${upload.name} again`}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </label>
        <Button size="sm" variant="ghost" onClick={() => setAsks(true)}>
          Discard
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
      title={`Discard ${name}?`}
      description={`The ${formatBytes(bytes)} that are here are deleted.`}
      verb="Discard"
      onConfirm={onConfirm}
    />
  );
}
