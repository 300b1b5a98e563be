import { useEffect, useState } from "react";
import { cx } from "@/lib/cx";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { t } from "./texts";

// Longer than the pause between two notices of somebody who goes on writing.
const stays = 3500;

type TypingNoteProps = { conversationId: string; over?: boolean };

/** Who is writing now. The line is always there, so that nothing jumps. */
export function TypingNote({ conversationId, over = false }: TypingNoteProps) {
  const [writers, setWriters] = useState<Readonly<Record<string, number>>>({});

  useSocketEvent("room/typing", (event) => {
    if (event.conversationId !== conversationId) return;
    setWriters((before) => ({ ...before, [event.username]: Date.now() }));
  });
  useSocketEvent("message/created", ({ conversationId: room, senderInfo }) => {
    if (room === conversationId) setWriters((before) => without(before, senderInfo.username));
  });

  const names = Object.keys(writers);
  useEffect(() => {
    if (Object.keys(writers).length === 0) return;
    const timer = setTimeout(() => setWriters(stillWriting), stays);
    return () => clearTimeout(timer);
  }, [writers]);

  return (
    <p
      className={cx(
        "h-[18px] truncate px-1 text-caption",
        over ? "text-white/80 [text-shadow:0_1px_3px_rgb(0_0_0/.9)]" : "text-fg3",
      )}
    >
      {said(names)}
    </p>
  );
}

function said(names: string[]): string {
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return t("{first} is typing…", { first });
  if (names.length === 2) return t("{first} and {second} are typing…", { first, second });
  return t("Several people are typing…");
}

function without(writers: Readonly<Record<string, number>>, name: string) {
  if (!(name in writers)) return writers;
  const { [name]: _, ...rest } = writers;
  return rest;
}

function stillWriting(writers: Readonly<Record<string, number>>) {
  const since = Date.now() - stays;
  return Object.fromEntries(Object.entries(writers).filter(([, at]) => at > since));
}
