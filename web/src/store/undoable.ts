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

const keyOf = (type: ItemType, id: string) => `${type}/${id}`;

export function noteUndoable(type: ItemType, id: string, undoable: Undoable) {
  const key = keyOf(type, id);
  if (undoable.until <= serverNow()) return;
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
  const { [keyOf(type, id)]: _, ...others } = store.getState();
  store.setState(others, true);
}

export function useUndoable(type: ItemType, id: string): Undoable | undefined {
  return useStore(store, (all) => all[keyOf(type, id)]);
}
