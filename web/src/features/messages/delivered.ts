import type { Message } from "@/realtime/events";
import { realtime } from "@/realtime/realtime";
import type { Conversation } from "./api";

/** How long marks gather before they are told together, in milliseconds. */
const pause = 300;
/** One event takes no more (internal/messages/marks.go). */
const maxMarks = 50;

/** Tells the server what has reached this device, so that those who wrote it see that. */
export function createDelivered() {
  const marks = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note(conversationId: string, seq: number) {
    marks.set(conversationId, Math.max(seq, marks.get(conversationId) ?? 0));
    timer ??= setTimeout(tell, pause);
  }

  // Lost marks are told anew after the next connection.
  function tell() {
    timer = undefined;
    const all = [...marks].map(([conversationId, seq]) => ({ conversationId, seq }));
    marks.clear();
    for (let at = 0; at < all.length; at += maxMarks)
      realtime.emit("conversation/delivered", { marks: all.slice(at, at + maxMarks) });
  }

  return {
    /** A line has come to `me`. */
    arrived({ conversationId, seq, senderInfo }: Message, me: string) {
      if (seq !== undefined && senderInfo.username !== me) note(conversationId, seq);
    },
    /** What came while this device was away. */
    caughtUp(list: readonly Conversation[]) {
      for (const { _id, lastSeq, totalNotSeenMessages } of list)
        if (totalNotSeenMessages > 0 && lastSeq) note(_id, lastSeq);
    },
    stop: () => clearTimeout(timer),
  };
}
