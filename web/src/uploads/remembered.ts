import { onDevice } from "@/lib/storage";
import type { Purpose } from "./types";

/** A file as far as it can be told from others without reading it. */
type Marks = { name: string; size: number; lastModified: number };

/**
 * Where uploads of this device are, by whose they are and by the file's marks: after a reload the
 * page has the file no more, and when it is chosen again its upload goes on.
 */
export function rememberedUploads(owner: string) {
  const key = (purpose: Purpose, { name, size, lastModified }: Marks) =>
    `upload:${owner}:${purpose}:${size}:${lastModified}:${name}`;
  return {
    find: (purpose: Purpose, file: Marks) => onDevice.get(key(purpose, file)),
    keep: (purpose: Purpose, file: Marks, address: string) =>
      onDevice.set(key(purpose, file), address),
    forget: (purpose: Purpose, file: Marks) => onDevice.set(key(purpose, file), undefined),
  };
}

export type RememberedUploads = ReturnType<typeof rememberedUploads>;

const targetKey = (uploadId: string) => `upload-for:${uploadId}`;

/**
 * What each upload that this device began is for, by an id of the feature that sends it: after a
 * reload the queue is empty.
 */
export const uploadTargets = {
  find: (uploadId: string) => onDevice.get(targetKey(uploadId)),
  keep: (uploadId: string, target: string) => onDevice.set(targetKey(uploadId), target),
  forget: (uploadId: string) => onDevice.set(targetKey(uploadId), undefined),
};
