import type { Line } from "@/chat/lines";
import { dayOf } from "@/lib/range";

/** How far one's own line has come. */
export type Mark = "sending" | "failed" | "held" | "sent" | "delivered" | "read";

export type Look = {
  mine: boolean;
  mark: Mark;
  /** The first line of all: the day that begins with it, as an instant. */
  day: string | undefined;
  /** The day that begins after it. */
  nextDay: string | undefined;
  /** The last of what one person wrote in one minute. */
  parts: boolean;
  /** Its time and mark are shown. */
  ends: boolean;
};

type Marks = { deliveredUntil: number; readUntil: number };

/**
 * How a line looks before the one that follows. What is before it says nothing: an older page must not
 * change the line that the reader looks at while it comes.
 */
export function lookOf(
  line: Line,
  after: Line | undefined,
  isFirst: boolean,
  me: string,
  marks: Marks,
): Look {
  const mark = markOf(line, marks);
  const { createdAt, senderInfo } = line.message;
  const parts = after === undefined || !isTogether(line, after);
  const next = after?.message.createdAt;
  return {
    mine: senderInfo.username === me,
    mark,
    day: isFirst ? createdAt : undefined,
    nextDay: next !== undefined && dayOf(next) !== dayOf(createdAt) ? next : undefined,
    parts,
    ends: parts || markOf(after, marks) !== mark || after.message.token !== line.message.token,
  };
}

export function markOf({ state, message }: Line, { deliveredUntil, readUntil }: Marks): Mark {
  if (state !== "sent") return state === "pending" ? "sending" : "failed";
  if (message.isHeld) return "held";
  const seq = message.seq ?? 0;
  if (seq > 0 && seq <= readUntil) return "read";
  return seq > 0 && seq <= deliveredUntil ? "delivered" : "sent";
}

const minuteOf = (iso: string) => Math.floor(Date.parse(iso) / 60_000);

function isTogether({ message: one }: Line, { message: other }: Line): boolean {
  return (
    one.senderInfo.username === other.senderInfo.username &&
    minuteOf(one.createdAt) === minuteOf(other.createdAt)
  );
}
