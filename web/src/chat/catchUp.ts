import type { Message } from "@/realtime/events";
import type { History } from "./api";
import type { Chat } from "./store";

// Pages read to join what was missed to what is known.
const maxPages = 4;

/**
 * Brings a chat up to date: reads back from the newest message until one that
 * is known. When that is too far, the chat starts again from the newest.
 */
export async function catchUp(chat: Chat, read: (after?: string) => Promise<History>) {
  const { isReady, hasOlder } = chat.store.getState();
  const missed: Message[] = [];
  let next: string | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await read(next);
    next = page.next;
    missed.push(...page.data);
    const joined = page.data.some(({ _id }) => chat.knows(_id));
    if (joined) {
      chat.recall(missed, isReady ? hasOlder : next !== undefined);
      return;
    }
    if (!isReady || next === undefined) break;
  }
  if (isReady) chat.restart(missed, next !== undefined);
  else chat.recall(missed, next !== undefined);
}
