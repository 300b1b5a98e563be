import { inTab } from "@/lib/storage";

/** Where the tab's own request is kept (pending.ts reads it in full). */
export const pendingKey = "private.pending";

/** Whether this tab waits for the performer's answer; without the reader of pending.ts, which is not needed for the first paint. */
export function hasPending(performerId: string): boolean {
  return inTab.get(pendingKey)?.includes(`"${performerId}"`) ?? false;
}
