import type { List } from "@/api/client";
import type { Message } from "@/realtime/events";
import type { Chat } from "./store";

// Pages read to join what was missed to what is known.
const mostPages = 4;

/**
 * Brings a chat up to date: reads back from the newest message until one that
 * is known. When that is too far, the chat starts again from the newest.
 */
export async function catchUp(chat: Chat, read: (offset: number) => Promise<List<Message>>) {
  const { isReady, hasOlder } = chat.store.getState();
  const missed: Message[] = [];
  let total = 0;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await read(missed.length);
    total = page.total;
    missed.push(...page.data);
    const joined = page.data.some(({ _id }) => chat.knows(_id));
    if (joined) {
      chat.recall(missed, isReady ? hasOlder : missed.length < total);
      return;
    }
    if (!isReady || missed.length >= total || page.data.length === 0) break;
  }
  const older = missed.length < total;
  if (isReady) chat.restart(missed, older);
  else chat.recall(missed, older);
}
