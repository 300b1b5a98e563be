import { createStore } from "zustand/vanilla";

/**
 * Photos on their way to galleries and products. The queue belongs to the tab, not to a page: it
 * goes on while the performer is elsewhere in the app, warns before the tab is left, and ends with
 * the session.
 */
export type Upload = {
  id: string;
  assetId: string;
  file: File;
  /** Failed ones may be sent again; the server, or a rule of its own, has refused the others. */
  state: "waiting" | "sending" | "failed" | "refused";
  /** The share of bytes sent so far, 0 to 1. */
  share: number;
  problem?: string;
};

type Queue = {
  list: readonly Upload[];
  /** Taken and finished by gallery, for "3 of 12". */
  counts: Readonly<Record<string, { taken: number; done: number }>>;
  /** Until when the server has asked to wait; 0 for now. */
  pausedUntil: number;
};

export const nothing: Queue = { list: [], counts: {}, pausedUntil: 0 };

export const uploads = createStore<Queue>(() => nothing);

export function isUnderWay({ state }: Upload): boolean {
  return state === "waiting" || state === "sending";
}
