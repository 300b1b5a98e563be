import { useEffectEvent, useRef, useState } from "react";
import { texts } from "@/api/errors";
import { toast } from "@/ui/toast";
import { fetchHistory, historyPage } from "./api";
import { fetchNewer, goOn } from "./endless";
import { maxLines } from "./lines";
import type { ChatHandle } from "./useChat";

/**
 * Reads older messages when the reader has scrolled to the top, and newer ones where those were left
 * behind; one page at a time (spec §4).
 */
export function useOlder({ chat, audience }: ChatHandle, conversationId: string) {
  const reading = useRef(false);
  const [isReading, setIsReading] = useState(false);
  async function once(read: () => Promise<void>) {
    if (reading.current) return;
    reading.current = true;
    setIsReading(true);
    try {
      await read();
    } catch {
      toast.error(texts.loadFailed());
    } finally {
      reading.current = false;
      setIsReading(false);
    }
  }
  const known = () => chat.store.getState().lines.filter(({ state }) => state === "sent");
  const older = useEffectEvent(async () => {
    const isFull = audience !== "direct" && known().length >= maxLines - historyPage;
    if (isFull || !chat.store.getState().hasOlder) return;
    await once(async () => {
      const page = await fetchHistory(conversationId, known()[0]?.message._id, audience);
      chat.recall(page.data, page.next !== undefined);
    });
  });
  const newer = useEffectEvent(() =>
    once(async () => {
      const page = await fetchNewer(conversationId, known().at(-1)?.message._id);
      goOn(chat, page.data, page.next !== undefined);
    }),
  );
  return { older, newer, isReading };
}
