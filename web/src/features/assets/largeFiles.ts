import type { QueryClient } from "@tanstack/react-query";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { ApiError, messageOf } from "@/api/errors";
import type { OwnAsset } from "@/store/own";
import { toast } from "@/ui/toast";
import { discardUpload, forgetUpload } from "@/uploads/api";
import type { UploadQueue } from "@/uploads/queue";
import { uploadTargets } from "@/uploads/remembered";
import type { Purpose, QueuedUpload } from "@/uploads/types";
import { assetKeys, type Files, keep, put } from "./api";
import { t } from "./texts";

/** Whose file it is. */
export type Target = Pick<OwnAsset, "_id" | "type" | "title">;

/** A file of the queue of uploads on its way to an asset. */
export type Attachment = {
  target: Target;
  purpose: Purpose;
  /** It has arrived and becomes part of its asset just now. */
  isAdding: boolean;
} & Partial<Failure>;

/** Why a file that has arrived is not known to be part of its asset. */
export type Failure = {
  problem: string;
  /** Another try may help. */
  isRetryable: boolean;
  /** No answer came: it may be part of its asset all the same. */
  isUnsure: boolean;
  /** The file itself is at fault, and of no use here; anything else may be put right. */
  isUnfit: boolean;
};

export function failureOf(error: unknown): Failure {
  const status = error instanceof ApiError ? error.status : undefined;
  return {
    problem: messageOf(error),
    isRetryable: status !== undefined && (status === 0 || status >= 429),
    isUnsure: status === 0 || status === 502 || status === 504,
    isUnfit: status === 413 || status === 415 || status === 422,
  };
}

/** What is said of a file that is not known to be part of its asset. */
export function failureWords(name: string, isUnsure: boolean): string {
  return isUnsure
    ? t("Whether {name} was taken is not known", { name })
    : t("{name} was not taken", { name });
}

/** Whether the site has refused a file for good: it is no longer on its way. */
export function isRefused({ problem, isRetryable = false }: Attachment): boolean {
  return problem !== undefined && !isRetryable;
}

/**
 * The files on their way to assets, by the keys of the queue. What has arrived becomes part of its
 * asset, whatever page its performer is on by then.
 */
export const attachments = createStore<Readonly<Record<string, Attachment>>>(() => ({}));

type Sending = {
  target: Target;
  purpose: Purpose;
  file: File;
  /** Where its upload is, when it goes on with one. */
  address?: string;
  queries: QueryClient;
};

/** Sends a file for an asset, through the queue. */
export function sendFor(queue: UploadQueue, sending: Sending) {
  const { target, purpose, file, address, queries } = sending;
  follow(queue, queries);
  const [key] = queue.add([file], purpose, address);
  if (key === undefined) return;
  attachments.setState({ [key]: { target, purpose, isAdding: false } });
  look(queue, queries);
}

/** Tries once more to make what has arrived a part of its asset; what is one already stays one. */
export function attachAgain(queue: UploadQueue, key: string, queries: QueryClient) {
  const attachment = attachments.getState()[key];
  const item = queue.store.getState().find((one) => one.key === key);
  if (attachment && item) attachArrived(queue, item, attachment, queries);
}

/**
 * Gives up a file that could not become part of its asset. It stays in the queue until the site has
 * removed it: nothing else may use it meanwhile.
 */
export async function giveUp(queue: UploadQueue, key: string, queries: QueryClient) {
  const uploadId = queue.store.getState().find((one) => one.key === key)?.uploadId;
  if (uploadId !== undefined) await discardUpload(uploadId, queries);
  await queue.cancel(key);
}

/** Makes an upload that is not in the queue, such as from before a reload, a part of an asset. */
export async function attach(
  target: Target,
  purpose: Purpose,
  uploadId: string,
  queries: QueryClient,
) {
  const saved = await put(target.type, target._id, filesOf(purpose, uploadId));
  await Promise.all([keep(queries, saved), forgetUpload(uploadId, queries)]);
}

function filesOf(purpose: Purpose, uploadId: string): Files {
  return {
    video: { videoUploadId: uploadId },
    trailer: { trailerUploadId: uploadId },
    digitalFile: { digitalFileUploadId: uploadId },
  }[purpose];
}

const followed = new WeakSet<UploadQueue>();

function follow(queue: UploadQueue, queries: QueryClient) {
  if (followed.has(queue)) return;
  followed.add(queue);
  queue.store.subscribe(() => look(queue, queries));
}

/** What is new in the queue: an upload has got its address, has arrived, or was taken out. */
function look(queue: UploadQueue, queries: QueryClient) {
  const items = queue.store.getState();
  const known = attachments.getState();
  for (const [key, attachment] of Object.entries(known)) {
    const item = items.find((one) => one.key === key);
    if (item === undefined) {
      drop(key);
      continue;
    }
    if (item.uploadId !== undefined) remember(item.uploadId, attachment.target._id);
    const { isAdding, problem } = attachment;
    if (item.state === "done" && !isAdding && problem === undefined)
      attachArrived(queue, item, attachment, queries);
  }
  guard(items);
}

function remember(uploadId: string, assetId: string) {
  if (uploadTargets.find(uploadId) !== assetId) uploadTargets.keep(uploadId, assetId);
}

async function attachArrived(
  queue: UploadQueue,
  { key, uploadId, name }: QueuedUpload,
  { target, purpose }: Attachment,
  queries: QueryClient,
) {
  if (uploadId === undefined) return;
  attachments.setState({ [key]: { target, purpose, isAdding: true } });
  try {
    await attach(target, purpose, uploadId, queries);
    toast.success(t("“{title}”: {name} is uploaded.", { title: target.title, name }));
    await queue.cancel(key); // it is done, so this only takes it out
  } catch (error) {
    // The queue may have been closed meanwhile: what no list shows must not keep its asset busy.
    if (queue.store.getState().every((one) => one.key !== key)) return;
    const failure = failureOf(error);
    attachments.setState({ [key]: { target, purpose, isAdding: false, ...failure } });
    toast.error(
      t("“{title}”: {what}. {why}", {
        title: target.title,
        what: failureWords(name, failure.isUnsure),
        why: failure.problem,
      }),
    );
    queries.invalidateQueries({ queryKey: assetKeys.one(target._id) });
  }
}

function drop(key: string) {
  const { [key]: _, ...others } = attachments.getState();
  attachments.setState(others, true);
}

// After leaving, a file must be chosen once more: closing or reloading the tab is asked first.
function guard(items: readonly QueuedUpload[]) {
  const busy = items.some(({ state }) => ["waiting", "sending", "interrupted"].includes(state));
  if (busy) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
}

function warn(event: BeforeUnloadEvent) {
  event.preventDefault();
}

/** Whether any large file is being sent to an asset. */
export function useIsSending({ _id: id }: Target): boolean {
  return useStore(attachments, (all) =>
    Object.values(all).some((attachment) => attachment.target._id === id && !isRefused(attachment)),
  );
}
