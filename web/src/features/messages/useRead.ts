import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useConnection } from "@/realtime/realtime";
import { useSession } from "@/session/api";
import { type Conversation, readAll } from "./api";
import { setUnread } from "./cache";

/** Marks a conversation read while its end is in sight of somebody who looks at the page (spec §4). */
export function useRead({ _id, totalNotSeenMessages: unread }: Conversation, isAtEnd: boolean) {
  const queries = useQueryClient();
  const { session } = useSession();
  const { status } = useConnection();
  const isVisible = useIsVisible();
  const read = useEffectEvent(async () => {
    if (session === undefined) return;
    const total = await readAll(_id, session._id).catch(() => undefined); // the next connection, or line
    if (total !== undefined) setUnread(queries, total);
  });
  useEffect(() => {
    if (unread > 0 && isAtEnd && isVisible && status !== "disconnect") read();
  }, [unread, isAtEnd, isVisible, status]);
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const follow = () => setIsVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, []);
  return isVisible;
}
