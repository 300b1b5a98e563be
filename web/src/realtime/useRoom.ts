import { useEffect, useState } from "react";
import type { RoomState } from "./events";
import { realtime, useConnection } from "./realtime";
import { useSocketEvent } from "./useSocketEvent";

/**
 * Joins a conversation's room while the component is shown, again after each
 * reconnect, and leaves it afterwards. `room` is who is there, once known.
 */
export function useRoom(conversationId: string | undefined) {
  const { status } = useConnection();
  const [room, setRoom] = useState<RoomState>();
  const [error, setError] = useState<string>();

  useSocketEvent("room/state", (state) => {
    if (state.conversationId === conversationId) setRoom(state);
  });

  useEffect(() => {
    if (conversationId === undefined || status !== "connected") return;
    let shown = true;
    realtime.emit("room/join", { conversationId }).then((answer) => {
      if (shown) setError(answer.error);
    });
    return () => {
      shown = false;
      realtime.emit("room/leave", { conversationId });
    };
  }, [conversationId, status]);

  // While the socket is away who was there last is still shown.
  const current = room?.conversationId === conversationId ? room : undefined;
  return { room: current, error, isConnected: status === "connected" };
}
