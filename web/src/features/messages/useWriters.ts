import { useEffect, useState } from "react";
import { useSocketEvent } from "@/realtime/useSocketEvent";

// As long as the note in a conversation stays (chat/TypingNote.tsx).
const stays = 3500;

/** In which conversations the other is writing now. */
export function useWriters(): ReadonlySet<string> {
  const [writing, setWriting] = useState<ReadonlyMap<string, number>>(new Map());
  useSocketEvent("room/typing", ({ conversationId }) =>
    setWriting((before) => new Map(before).set(conversationId, Date.now())),
  );
  useSocketEvent("message/created", ({ conversationId }) =>
    setWriting((before) => {
      if (!before.has(conversationId)) return before;
      return new Map([...before].filter(([id]) => id !== conversationId));
    }),
  );
  useEffect(() => {
    if (writing.size === 0) return;
    const timer = setTimeout(() => {
      const since = Date.now() - stays;
      setWriting((before) => new Map([...before].filter(([, at]) => at > since)));
    }, stays);
    return () => clearTimeout(timer);
  }, [writing]);
  return new Set(writing.keys());
}
