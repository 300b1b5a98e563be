import type { Message } from "@/realtime/events";
import { t } from "./texts";

/**
 * One line of a chat. A line of one's own is `pending` from the key press until
 * the server has it, or `failed` with the reason.
 */
export type Line = {
  /** Stays the same while a pending line becomes a sent one. */
  key: string;
  message: Message;
  state: "sent" | "pending" | "failed";
  problem?: string;
  /** Of a failed one: nobody refused it, no answer came. It is sent again once the connection is back. */
  unanswered?: boolean;
};

/** How many lines are kept. */
export const maxLines = 1000;

/** What stands where a message was. */
export const tombstone = () => t("Message deleted");

/**
 * Adds messages: each id once, in the order of the ids, which is that of time.
 * One that carries the clientId of a waiting line takes its place, also of a line
 * that waited for staff and has another id now; what waits stays at the end; what
 * has been deleted meanwhile becomes a tombstone.
 * Returns the same array when nothing is new.
 */
export function merged(lines: readonly Line[], messages: readonly Message[]): readonly Line[] {
  const arriving = new Map(messages.map((message) => [message._id, message]));
  const [known, changed] = followed(lines.filter(isSent), arriving);
  for (const { message } of known) arriving.delete(message._id);
  if (arriving.size === 0 && !changed) return lines;

  const released = (line: Line) =>
    line.message.isHeld && [...arriving.values()].some((message) => isSame(line.message, message));
  const sent = known.filter((line) => !released(line));
  const waiting = lines.filter((line) => !isSent(line) || released(line));
  const arrived = [...arriving.values()].map((message): Line => {
    const key = waiting.find((line) => isSame(line.message, message))?.key ?? message._id;
    return { key, message, state: "sent" };
  });
  const taken = new Set(arrived.map(({ key }) => key));
  return [...inOrder(sent, arrived), ...waiting.filter(({ key }) => !taken.has(key))];
}

function isSame(mine: Message, theirs: Message): boolean {
  return (
    mine.clientId !== undefined &&
    mine.clientId === theirs.clientId &&
    mine.senderInfo.username === theirs.senderInfo.username
  );
}

function followed(sent: Line[], arriving: ReadonlyMap<string, Message>): [Line[], boolean] {
  const deleted = sent.filter(
    ({ message }) => !message.isDeleted && arriving.get(message._id)?.isDeleted,
  );
  const lines = deleted.reduce<Line[]>((before, { message }) => buried(before, message._id), sent);
  return [lines, deleted.length > 0];
}

/** The newest lines that are kept. */
export function capped(lines: readonly Line[]): readonly Line[] {
  return lines.length > maxLines ? lines.slice(-maxLines) : lines;
}

/** Leaves a tombstone where the message was, and where others quote it. */
export function buried(lines: readonly Line[], id: string): Line[] {
  return lines.map((line) => {
    const { replyTo } = line.message;
    if (line.message._id === id) return { ...line, message: dead(line.message) };
    if (replyTo?._id !== id) return line;
    const quote = { ...replyTo, text: "", isDeleted: true };
    return { ...line, message: { ...line.message, replyTo: quote } };
  });
}

function dead(message: Message): Message {
  const { token: _, replyTo: __, photo: ___, ...rest } = message;
  return { ...rest, text: tombstone(), isDeleted: true };
}

function isSent({ state }: Line): boolean {
  return state === "sent";
}

const byId = (a: Line, b: Line) => (a.message._id < b.message._id ? -1 : 1);

// Nearly always everything new is newer than everything known.
function inOrder(sent: Line[], arrived: Line[]): Line[] {
  arrived.sort(byId);
  const last = sent.at(-1);
  const first = arrived[0];
  const all = [...sent, ...arrived];
  if (last === undefined || first === undefined || last.message._id < first.message._id) return all;
  return all.sort(byId);
}
