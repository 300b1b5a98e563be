import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { idempotencyKey } from "@/api/client";
import { ApiError, messageOf, texts } from "@/api/errors";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { toast } from "@/ui/toast";
import { type Audience, deleteMessage, fetchHistory, type Said, type Say, sayTo } from "./api";
import { catchUp } from "./catchUp";
import type { Line } from "./lines";
import { type Chat, createChat } from "./store";

/**
 * The chat of a room: history, what the socket brings, and one's own
 * lines. After a reconnect it reads what was missed and sends what got no
 * answer. The id may be known later than the component is shown; for another
 * conversation give the component another key. A chat that outlives the component is `kept`
 * by whoever shows it, who also knows how lines are said there.
 */
export function useChat(
  conversationId: string | undefined,
  audience: Audience = "public",
  kept?: { chat: Chat; say: Say },
) {
  const [chat] = useState(() => kept?.chat ?? createChat());
  const [say] = useState(() => kept?.say ?? sayTo(audience));
  const { session } = useSession();
  const { problem, reload } = useHistory(chat, conversationId, audience);
  useRoomEvents(chat, conversationId);
  useEffect(() => chat.flush, [chat]);

  const { status } = useConnection();
  const send = useCallback(async () => {
    if (conversationId !== undefined) await sendAll(chat, conversationId, say);
  }, [chat, conversationId, say]);
  useEffect(() => {
    if (status === "connected") send();
  }, [status, send]);
  const write = useCallback(
    (said: Said) => {
      if (session === undefined || conversationId === undefined) return;
      const { username, avatar, role } = session;
      chat.write({
        type: "text",
        ...said,
        _id: said.clientId,
        conversationId,
        senderInfo: { username, avatar, role },
        isDeleted: false,
        createdAt: new Date().toISOString(),
      });
      send();
    },
    [chat, conversationId, session, send],
  );

  return {
    chat,
    audience,
    problem,
    reload,
    write: (text: string, further?: Partial<Said>) =>
      write({ text, clientId: idempotencyKey(), ...further }),
    retry: ({ key }: Line) => {
      chat.again(key);
      send();
    },
    discard: ({ key }: Line) => chat.discard(key),
    remove: ({ message }: Line) =>
      deleteMessage(message._id).then(
        () => chat.bury(message._id),
        (error) => toast.error(messageOf(error)),
      ),
  };
}

export type ChatHandle = ReturnType<typeof useChat>;

/** What a component shows of a chat. */
export function useChatState(chat: Chat) {
  return useStore(chat.store);
}

function useHistory(chat: Chat, conversationId: string | undefined, audience: Audience) {
  const { status } = useConnection();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const isInside = useIsInside(conversationId);
  const isReady = useStore(chat.store, (state) => state.isReady);

  const read = useCallback(() => {
    if (conversationId === undefined || chat.store.getState().hasNewer) return;
    const reading = new AbortController();
    catchUp(
      chat,
      (after) => fetchHistory(conversationId, after, audience, reading.signal),
      audience === "direct",
    ).then(
      () => setProblem(undefined),
      () => {
        if (!reading.signal.aborted) setProblem(texts.loadFailed());
      },
    );
    return () => reading.abort();
  }, [chat, conversationId, audience]);

  // Once at the start, and again whenever the connection is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is another read of the same.
  useEffect(() => {
    if (status !== "connected" && chat.store.getState().isReady) return;
    return read();
  }, [chat, read, status, attempt]);

  // What is said after that and before the room is entered comes by neither way.
  useEffect(() => {
    if (isInside && isReady) return read();
  }, [isInside, isReady, read]);

  return { problem, reload: () => setAttempt(attempt + 1) };
}

/** Whether this connection has entered the room, so that the socket brings what is said from now on. */
function useIsInside(conversationId: string | undefined) {
  const { status } = useConnection();
  const [isInside, setIsInside] = useState(false);
  useSocketEvent("room/state", (state) => {
    if (state.conversationId === conversationId) setIsInside(true);
  });
  if (isInside && status !== "connected") setIsInside(false);
  return isInside;
}

/** The chats of which a line is on its way. */
const sending = new WeakSet<Chat>();

// One line after the other, in the order they were written: what got no answer goes first once
// the connection is back. A line that the server had taken all the same is known to it by its
// clientId, and stays one.
async function sendAll(chat: Chat, conversationId: string, say: Say) {
  if (sending.has(chat)) return;
  sending.add(chat);
  for (let line = chat.next(); line !== undefined; line = chat.next()) {
    const { key, message } = line;
    try {
      chat.settle(await say(conversationId, { ...message, clientId: key }));
      chat.discard(key); // if it was answered by another line
    } catch (error) {
      const unanswered = error instanceof ApiError && error.status === 0;
      chat.fail(key, messageOf(error), unanswered);
      if (unanswered) break;
    }
  }
  sending.delete(chat);
}

function useRoomEvents(chat: Chat, conversationId: string | undefined) {
  const ours = (event: { conversationId: string }) => event.conversationId === conversationId;
  useSocketEvent("message/created", (message) => ours(message) && chat.receive(message));
  useSocketEvent("message/deleted", (event) => ours(event) && chat.bury(event._id));
  useSocketEvent("conversation/cleared", (event) => ours(event) && chat.clear());
}
