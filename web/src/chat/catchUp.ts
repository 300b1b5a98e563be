import type { Message } from "@/realtime/events";
import type { History } from "./api";
import type { Chat } from "./store";

// Pages read to join what was missed to what is known.
const maxPages = 4;

/**
 * Brings a chat up to date: reads back from the newest message until one that
 * is known. When that is too far, the chat starts again from the newest. A thorough
 * one reads on over what is known, since that may have been deleted meanwhile.
 */
export async function catchUp(
  chat: Chat,
  read: (after?: string) => Promise<History>,
  isThorough = false,
) {
  const { isReady, hasOlder, lines } = chat.store.getState();
  const oldest = lines.find(({ state }) => state === "sent")?.message._id ?? "";
  const missed: Message[] = [];
  let next: string | undefined;
  let joined = false;
  for (let pages = 1; pages <= maxPages; pages++) {
    const page = await read(next);
    next = page.next;
    missed.push(...page.data);
    joined ||= page.data.some(({ _id }) => chat.knows(_id));
    const isOver = !isThorough || pages === maxPages || next === undefined || next <= oldest;
    if (joined && isOver) {
      chat.recall(missed, isReady ? hasOlder : next !== undefined);
      return;
    }
    if (!isReady || next === undefined) break;
  }
  if (isReady) chat.restart(missed, next !== undefined);
  else chat.recall(missed, next !== undefined);
}
