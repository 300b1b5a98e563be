import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { serverNow } from "@/lib/serverTime";
import { publishLazily } from "@/media/publishLazily";
import { receiveLazily } from "@/media/receiveLazily";
import { holdCamera, sharedCamera } from "@/media/sharedCamera";
import { useConnection } from "@/realtime/realtime";
import { useRoom } from "@/realtime/useRoom";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { currentShow, joinShow } from "../api";
import { createPrivateShow, type PrivateShow } from "./show";

/** The private show of a conversation, told of what the socket says while the page is shown. */
export function usePrivateShow(conversationId: string) {
  const [show] = useState(() =>
    createPrivateShow({
      camera: sharedCamera(),
      join: (takeover) => joinShow(conversationId, takeover),
      look: currentShow,
      publish: publishLazily,
      receive: receiveLazily,
      now: serverNow,
    }),
  );
  const state = useStore(show.store);

  useEffect(() => {
    const letGo = holdCamera();
    show.enter();
    return () => {
      show.leave();
      letGo();
    };
  }, [show]);

  const isOpen = state.scene === "on" || state.scene === "pending";
  useRoom(isOpen ? conversationId : undefined);
  useNews(show, conversationId);
  return { show, state };
}

function useNews(show: PrivateShow, conversationId: string) {
  const ours = (event: { conversationId: string }) => event.conversationId === conversationId;
  const { status } = useConnection();
  // What was told while the socket was away is asked for.
  useEffect(() => {
    if (status === "connected") show.refresh();
  }, [show, status]);

  useSocketEvent("show/changed", (news) => ours(news) && show.changed(news.status, news.cause));
  useSocketEvent("show/ended", (news) => ours(news) && show.over());
  useSocketEvent("private-chat/decided", (news) => ours(news) && show.refresh());
  useSocketEvent("private-chat/closed", (news) => ours(news) && show.refresh());
  useSocketEvent("show/participant", (news) => ours(news) && show.peeked(news.peekers));
  useSocketEvent("meter/tick", (tick) => {
    if (!ours(tick)) return;
    const { minutes, spent, balance, secondsLeft } = tick;
    show.metered({ minutes, spent, balance, secondsLeft });
  });
  // After a top-up or a tip the time left is another.
  useSocketEvent("balance/changed", () => show.refresh());
}
