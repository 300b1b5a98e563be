import { useStore } from "zustand";
import { LeaveGuard } from "./LeaveGuard";
import { unsavedOnPage, useUnsaved } from "./unsaved";

/** Asks before what was typed here is lost: one question for all that is unsaved on a page. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const id = useUnsaved(dirty);
  const asks = useStore(unsavedOnPage, ([first]) => first === id);
  return asks ? <LeaveGuard active={dirty} /> : null;
}
