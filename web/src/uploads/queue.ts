import { createStore } from "zustand/vanilla";
import type { ApiError } from "@/api/errors";
import { idIn } from "./api";
import { paceOf } from "./remaining";
import type { RememberedUploads } from "./remembered";
import type { Remove, Send } from "./send";
import type { Purpose, QueuedUpload } from "./types";

/** How many files are sent at once. */
const places = 2;

/** How long a broken line is waited for before the next try, in milliseconds; the last one stays. */
const pauses = [1000, 2000, 5000, 10_000, 30_000] as const;

type Deps = {
  send: Send;
  remove: Remove;
  remembered: RememberedUploads;
  now?: () => number;
};

/** What is known of a file beside what is shown. */
type Entry = {
  file: File;
  address: string | undefined;
  stop: () => void;
  timer: ReturnType<typeof setTimeout> | undefined;
  tries: number;
  /** How often another request took the upload: a late one of our own, or another page. */
  taken: number;
  pace: ReturnType<typeof paceOf>;
};

export type UploadQueue = ReturnType<typeof createQueue>;

/**
 * Sends files, two at a time, in the order they came. A line that breaks is waited for; what the
 * person pauses, or the site refuses, waits for the person.
 */
export function createQueue({ send, remove, remembered, now = Date.now }: Deps) {
  const store = createStore<readonly QueuedUpload[]>(() => []);
  const entries = new Map<string, Entry>();
  let made = 0;

  const change = (key: string, to: Partial<QueuedUpload>) =>
    store.setState(
      store.getState().map((one) => (one.key === key ? { ...one, ...to } : one)),
      true,
    );
  const find = (key: string) => store.getState().find((one) => one.key === key);

  /** Gives free places to those who wait longest. */
  function fill() {
    const busy = store
      .getState()
      .filter(({ state }) => state === "sending" || state === "interrupted").length;
    const waiting = store.getState().filter(({ state }) => state === "waiting");
    for (const one of waiting.slice(0, Math.max(0, places - busy))) begin(one);
  }

  function begin({ key, purpose, size }: QueuedUpload) {
    const entry = entries.get(key);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    entry.pace.reset();
    change(key, { state: "sending", problem: undefined, remaining: undefined });
    const heard = {
      onAddress: (address: string) => {
        entry.address = address;
        remembered.keep(purpose, entry.file, address);
        change(key, { uploadId: idIn(address) });
      },
      onProgress: (sent: number) => {
        entry.tries = 0;
        change(key, { sent, remaining: entry.pace.remaining(now(), sent, size) });
      },
      onDone: () => {
        remembered.forget(purpose, entry.file);
        change(key, { state: "done", sent: size, remaining: undefined });
        fill();
      },
      onFailed: (error: ApiError) => failed(key, entry, error),
    };
    entry.stop = send({ file: entry.file, purpose, address: entry.address }, heard);
  }

  function failed(key: string, entry: Entry, error: ApiError) {
    const item = find(key);
    if (item === undefined) return;
    if (error.status === 404 && entry.address !== undefined) {
      // It was a day without a byte, and was removed: it begins anew.
      entry.address = undefined;
      remembered.forget(item.purpose, entry.file);
      change(key, { sent: 0, uploadId: undefined });
      begin(item);
      return;
    }
    if (error.code === "upload_interrupted") entry.taken++;
    if (!passes(error, entry.taken)) {
      change(key, { state: "failed", problem: error.message, remaining: undefined });
      fill();
      return;
    }
    const pause = (error.retryAfter ?? 0) * 1000 || (pauses[entry.tries] ?? pauses.at(-1) ?? 0);
    entry.tries++;
    const problem = error.status === 0 ? undefined : error.message; // what is lost says nothing
    change(key, { state: "interrupted", problem, remaining: undefined });
    entry.timer = setTimeout(() => begin(item), pause);
  }

  function drop(key: string) {
    const entry = entries.get(key);
    entry?.stop();
    clearTimeout(entry?.timer);
    return entry;
  }

  function takeOut(key: string) {
    const item = find(key);
    const entry = drop(key);
    if (item === undefined || entry === undefined) return undefined;
    entries.delete(key);
    store.setState(
      store.getState().filter((one) => one.key !== key),
      true,
    );
    fill();
    return { item, entry };
  }

  async function erase({ item, entry }: { item: QueuedUpload; entry: Entry }) {
    remembered.forget(item.purpose, entry.file);
    if (entry.address !== undefined) await remove(entry.address);
  }

  return {
    store,

    /**
     * Puts files at the end; one whose upload is remembered, or named, goes on with it. It answers
     * with their keys, in the same order.
     */
    add(files: Iterable<File>, purpose: Purpose, address?: string): string[] {
      const keys: string[] = [];
      for (const file of files) {
        const key = `${++made}`;
        keys.push(key);
        const known = address ?? remembered.find(purpose, file);
        entries.set(key, {
          file,
          address: known,
          stop: () => {},
          timer: undefined,
          tries: 0,
          taken: 0,
          pace: paceOf(),
        });
        const item: QueuedUpload = {
          key,
          name: file.name,
          size: file.size,
          purpose,
          state: "waiting",
          sent: 0,
          remaining: undefined,
          problem: undefined,
          uploadId: known === undefined ? undefined : idIn(known),
        };
        store.setState([...store.getState(), item], true);
      }
      fill();
      return keys;
    },

    /** Whether this device began the upload with this very file. */
    knows: (purpose: Purpose, file: File, address: string) =>
      remembered.find(purpose, file) === address,

    pause(key: string) {
      const state = find(key)?.state;
      if (state === undefined || state === "done" || state === "failed") return;
      drop(key);
      change(key, { state: "paused", remaining: undefined, problem: undefined });
      fill();
    },

    /** Goes on with what was paused or has failed. */
    resume(key: string) {
      const state = find(key)?.state;
      if (state !== "paused" && state !== "failed") return;
      const entry = entries.get(key);
      if (entry !== undefined) entry.taken = 0;
      change(key, { state: "waiting", problem: undefined });
      fill();
    },

    /** Takes a file out and removes what the site has of it; a finished one is only taken out. */
    async cancel(key: string) {
      const taken = takeOut(key);
      if (taken && taken.item.state !== "done") await erase(taken);
    },

    /** The network is back: nobody waits any longer. */
    online() {
      for (const one of store.getState()) if (one.state === "interrupted") begin(one);
    },

    /** Stops everything and forgets the list; what was sent stays on the site. */
    close() {
      for (const key of entries.keys()) drop(key);
      entries.clear();
      store.setState([], true);
    },
  };
}

/** How often an upload that was taken by another request is taken back: two pages must not go on for ever. */
const takenBack = 2;

/** Whether a failure passes by itself: no answer, too often, or the site's own trouble. */
function passes({ status, code }: ApiError, taken: number): boolean {
  if (code === "upload_interrupted") return taken <= takenBack;
  if (code === "disk_full") return false; // it may take days, and the others need the place
  if (status === 409) return code === "upload_offset";
  return status === 0 || status === 423 || status === 429 || status >= 500;
}
