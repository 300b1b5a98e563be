import * as z from "zod/mini";
import { inTab } from "@/lib/storage";
import { pendingKey } from "./hasPending";

const shape = z.object({
  showId: z.string(),
  conversationId: z.string(),
  performerId: z.string(),
  /** An ISO instant. */
  expiresAt: z.string(),
});

/** A request of this tab that waits for its answer. */
export type Pending = z.output<typeof shape>;

/** Keeps the request across a reload and on other pages: the tab that asked goes to the show. */
export function rememberPending(pending: Pending | undefined) {
  inTab.set(pendingKey, pending && JSON.stringify(pending));
}

/** The request of this tab, if any. */
export function rememberedPending(): Pending | undefined {
  const kept = inTab.get(pendingKey);
  if (kept === undefined) return undefined;
  const read = z.safeParse(shape, JSON.parse(kept));
  return read.success ? read.data : undefined;
}

let watchers = 0;

/** Somebody shows what becomes of the request, until the returned function is called. */
export function watchAnswer(): () => void {
  watchers++;
  return () => {
    watchers--;
  };
}

/** Whether the answer is shown in place, so that nobody else need tell it. */
export function isAnswerWatched(): boolean {
  return watchers > 0;
}
