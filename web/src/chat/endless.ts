/**
 * A chat of two is read back to its beginning, however long it is. Of its lines as many are kept as of
 * any other: whoever shows it says at which end some go, and those are read again on the way back.
 */
import { api, unwrap } from "@/api/client";
import { texts } from "@/api/errors";
import type { Message } from "@/realtime/events";
import { toast } from "@/ui/toast";
import { fetchHistory, type History, historyPage } from "./api";
import { maxLines, merged } from "./lines";
import type { Chat } from "./store";

/** The page of a conversation of two that follows a message, oldest first. */
export function fetchNewer(conversationId: string, after = ""): Promise<History> {
  const query = { limit: historyPage, after, sort: "asc" as const };
  return unwrap(
    api.GET("/messages/conversations/{id}", { params: { path: { id: conversationId }, query } }),
  );
}

/** Adds a page that follows the last known message, after which there may be more. */
export function goOn(chat: Chat, messages: readonly Message[], hasNewer: boolean) {
  chat.now((lines) => merged(lines, messages));
  chat.store.setState({ hasNewer });
}

/** From far back in time to where the conversation is now. */
export async function toNewest(chat: Chat, conversationId: string) {
  if (!chat.store.getState().hasNewer) return;
  try {
    const page = await fetchHistory(conversationId, undefined, "direct");
    chat.restart(page.data, page.next !== undefined);
  } catch {
    toast.error(texts.loadFailed());
  }
}

/** Drops what is too much at one end. What waits to be sent stays. */
export function trim(chat: Chat, end: "oldest" | "newest") {
  const sent = chat.store.getState().lines.filter(({ state }) => state === "sent");
  const kept = new Set(end === "oldest" ? sent.slice(-maxLines) : sent.slice(0, maxLines));
  if (kept.size === sent.length) return;
  chat.now((lines) => lines.filter((line) => line.state !== "sent" || kept.has(line)));
  chat.store.setState(end === "oldest" ? { hasOlder: true } : { hasNewer: true });
}

/** Keeps only what waits to be sent: what is not looked at is not told of deletions. */
export function forget(chat: Chat) {
  chat.now((lines) => lines.filter(({ state }) => state !== "sent"));
  chat.store.setState({ hasOlder: false, hasNewer: false, isReady: false });
}
