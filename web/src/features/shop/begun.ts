import { create } from "zustand";
import type { Started } from "./api";

type Begun = { started: Started | undefined; begin: (started: Started | undefined) => void };

/** The payment begun in this tab over a room, so that its drawer can be closed and opened meanwhile. */
export const useBegun = create<Begun>()((set) => ({
  started: undefined,
  begin: (started) => set({ started }),
}));
