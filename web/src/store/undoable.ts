import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { serverNow } from "@/lib/serverTime";
import type { ItemType } from "./kinds";

export type Undoable = {
  /** Absent where it was bought in another tab or on another device. */
  purchaseId?: string;
  /** In Unix milliseconds of the server. */
  until: number;
};

/**
 * What was bought a moment ago and not opened yet. As long as it can be undone nothing that was
 * paid for is loaded by itself: the first byte of it would end the undo.
 */
const store = createStore<Readonly<Record<string, Undoable>>>(() => ({}));

/**
 * Until when what was undoable and is not any more could have been undone. An answer that was under
 * way meanwhile still says that it can be: it is not noted again.
 */
const ended = new Map<string, number>();

const keyOf = (type: ItemType, id: string) => `${type}/${id}`;

export function noteUndoable(type: ItemType, id: string, undoable: Undoable) {
  const key = keyOf(type, id);
  if (undoable.until <= Math.max(serverNow(), ended.get(key) ?? 0)) return;
  const known = store.getState()[key];
  // The news of one's own purchase says less than its receipt.
  if (known?.purchaseId !== undefined && undoable.purchaseId === undefined) return;
  store.setState({ [key]: undoable });
  setTimeout(() => {
    if (store.getState()[key] === undoable) forgetUndoable(type, id);
  }, undoable.until - serverNow());
}

/** It was opened, undone, or is too old. */
export function forgetUndoable(type: ItemType, id: string) {
  const key = keyOf(type, id);
  const { [key]: known, ...others } = store.getState();
  if (known === undefined) return;
  ended.set(key, known.until);
  setTimeout(() => {
    if (ended.get(key) === known.until) ended.delete(key);
  }, known.until - serverNow());
  store.setState(others, true);
}

export function useUndoable(type: ItemType, id: string): Undoable | undefined {
  return useStore(store, (all) => all[keyOf(type, id)]);
}
