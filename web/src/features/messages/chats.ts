import { type Chat, createChat } from "@/chat/store";

const chats = new Map<string, Chat>();

/** Somebody's chat in a conversation: what waits to be sent there survives a look at another one. */
export function chatOf(accountId: string, conversationId: string): Chat {
  const key = `${accountId} ${conversationId}`;
  const chat = chats.get(key) ?? createChat(true);
  chats.set(key, chat);
  return chat;
}
