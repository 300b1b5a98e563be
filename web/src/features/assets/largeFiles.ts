import type { QueryClient } from "@tanstack/react-query";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { ApiError, messageOf } from "@/api/errors";
import { onDevice } from "@/lib/storage";
import type { OwnAsset } from "@/store/own";
import { toast } from "@/ui/toast";
import { uploadKeys } from "@/uploads/api";
import type { UploadQueue } from "@/uploads/queue";
import type { Purpose, QueuedUpload } from "@/uploads/types";
import { assetKeys, type Files, keep, put } from "./api";

/** Whose file it is. */
export type Target = Pick<OwnAsset, "_id" | "type" | "title">;

/** A file of the queue of uploads on its way to an asset. */
export type Delivery = {
  target: Target;
  purpose: Purpose;
  /** It has arrived and becomes part of its asset just now. */
  isAdding: boolean;
  /** Why it could not become part of its asset. */
  problem?: string;
  /** Another try may help. */
  isRetryable?: boolean;
};

/**
 * The files on their way to assets, by the keys of the queue. What has arrived becomes part of its
 * asset, whatever page its performer is on by then.
 */
export const deliveries = createStore<Readonly<Record<string, Delivery>>>(() => ({}));

// After a reload the queue is empty: which asset an upload was for is remembered on the device.
const memory = (uploadId: string) => `upload-for:${uploadId}`;

/** The id of the asset that this device began an upload for. */
export function targetOf(uploadId: string): string | undefined {
  return onDevice.get(memory(uploadId));
}

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
  deliveries.setState({ [key]: { target, purpose, isAdding: false } });
  look(queue, queries);
}

/** Tries once more to make what has arrived a part of its asset. */
export function deliverAgain(queue: UploadQueue, key: string, queries: QueryClient) {
  const delivery = deliveries.getState()[key];
  const item = queue.store.getState().find((one) => one.key === key);
  if (delivery && item) deliver(queue, item, delivery, queries);
}

/** Makes an upload that is not in the queue, such as from before a reload, a part of an asset. */
export async function attach(
  target: Target,
  purpose: Purpose,
  uploadId: string,
  queries: QueryClient,
) {
  const saved = await put(target.type, target._id, filesOf(purpose, uploadId));
  onDevice.set(memory(uploadId), undefined);
  await Promise.all([
    keep(queries, saved),
    queries.invalidateQueries({ queryKey: uploadKeys.mine }),
  ]);
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
  const known = deliveries.getState();
  for (const [key, delivery] of Object.entries(known)) {
    const item = items.find((one) => one.key === key);
    if (item === undefined) {
      drop(key);
      continue;
    }
    if (item.uploadId !== undefined) remember(item.uploadId, delivery.target._id);
    const { isAdding, problem } = delivery;
    if (item.state === "done" && !isAdding && problem === undefined)
      deliver(queue, item, delivery, queries);
  }
  guard(items);
}

function remember(uploadId: string, assetId: string) {
  if (targetOf(uploadId) !== assetId) onDevice.set(memory(uploadId), assetId);
}

async function deliver(
  queue: UploadQueue,
  { key, uploadId, name }: QueuedUpload,
  { target, purpose }: Delivery,
  queries: QueryClient,
) {
  if (uploadId === undefined) return;
  deliveries.setState({ [key]: { target, purpose, isAdding: true } });
  try {
    await attach(target, purpose, uploadId, queries);
    toast.success(`“${target.title}”: ${name} is uploaded.`);
    await queue.cancel(key); // it is done, so this only takes it out
  } catch (error) {
    deliveries.setState({
      [key]: {
        target,
        purpose,
        isAdding: false,
        problem: messageOf(error),
        isRetryable: passes(error),
      },
    });
    queries.invalidateQueries({ queryKey: assetKeys.one(target._id) });
  }
}

function passes(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 429);
}

function drop(key: string) {
  const { [key]: _, ...others } = deliveries.getState();
  deliveries.setState(others, true);
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
  return useStore(deliveries, (all) => Object.values(all).some(({ target }) => target._id === id));
}
