import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useStore } from "zustand";
import { idempotencyKey } from "@/api/client";
import { ApiError, messageOf, texts } from "@/api/errors";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { toast } from "@/ui/toast";
import { type Audience, deleteMessage, fetchHistory, historyPage, say } from "./api";
import { catchUp } from "./catchUp";
import type { Line } from "./lines";
import { maxLines } from "./lines";
import { type Chat, createChat } from "./store";

/**
 * The chat of a room: history, what the socket brings, and one's own
 * lines. After a reconnect it reads what was missed and sends what got no
 * answer. The id may be known later than the component is shown; for another
 * conversation give the component another key.
 */
export function useChat(conversationId: string | undefined, audience: Audience = "public") {
  const [chat] = useState(createChat);
  const { session } = useSession();
  const { problem, reload } = useHistory(chat, conversationId, audience);
  useRoomEvents(chat, conversationId);
  useEffect(() => chat.stop, [chat]);

  const send = useCallback(
    async (text: string, clientId: string) => {
      if (session === undefined || conversationId === undefined) return;
      const { username, avatar, role } = session;
      chat.write({
        _id: clientId,
        clientId,
        conversationId,
        type: "text",
        text,
        senderInfo: { username, avatar, role },
        isDeleted: false,
        createdAt: new Date().toISOString(),
      });
      try {
        chat.settle(await say(conversationId, text, clientId, audience));
      } catch (error) {
        chat.fail(clientId, messageOf(error), error instanceof ApiError && error.status === 0);
      }
    },
    [chat, conversationId, audience, session],
  );
  useResend(chat, send);

  return {
    chat,
    audience,
    problem,
    reload,
    write: (text: string) => send(text, idempotencyKey()),
    retry: ({ key, message }: Line) => send(message.text, key),
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
    if (conversationId === undefined) return;
    const reading = new AbortController();
    catchUp(chat, (after) => fetchHistory(conversationId, after, audience, reading.signal)).then(
      () => setProblem(undefined),
      () => {
        if (!reading.signal.aborted) setProblem(texts.loadFailed);
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

// In the order they were written. A line that the server had taken all the same
// is known to it by its clientId, and stays one.
function useResend(chat: Chat, send: (text: string, clientId: string) => Promise<void>) {
  const { status } = useConnection();
  const resend = useEffectEvent(async () => {
    for (const { key, message } of chat.unanswered()) await send(message.text, key);
  });
  useEffect(() => {
    if (status === "connected") resend();
  }, [status]);
}

/** Reads older messages when the reader has scrolled to the top; one page at a time (spec §4). */
export function useOlder({ chat, audience }: ChatHandle, conversationId: string) {
  const reading = useRef(false);
  const [isReading, setIsReading] = useState(false);
  const older = useEffectEvent(async () => {
    const { lines, hasOlder } = chat.store.getState();
    const known = lines.filter(({ state }) => state === "sent");
    if (reading.current || !hasOlder || known.length >= maxLines - historyPage) return;
    reading.current = true;
    setIsReading(true);
    try {
      const page = await fetchHistory(conversationId, known[0]?.message._id, audience);
      chat.recall(page.data, page.next !== undefined);
    } catch {
      toast.error(texts.loadFailed);
    } finally {
      reading.current = false;
      setIsReading(false);
    }
  });
  return { older, isReading };
}

function useRoomEvents(chat: Chat, conversationId: string | undefined) {
  const ours = (event: { conversationId: string }) => event.conversationId === conversationId;
  useSocketEvent("message/created", (message) => ours(message) && chat.receive(message));
  useSocketEvent("message/deleted", (event) => ours(event) && chat.bury(event._id));
  useSocketEvent("conversation/cleared", (event) => ours(event) && chat.clear());
}
