import { useEffect, useEffectEvent } from "react";
import type { ServerEvents } from "./events";
import { realtime, useConnection } from "./realtime";

/** Calls `listener` for every such event while the component is shown and the socket is connected. */
export function useSocketEvent<E extends keyof ServerEvents>(
  event: E,
  listener: (data: ServerEvents[E]) => void,
) {
  const { status } = useConnection();
  const latest = useEffectEvent(listener);
  useEffect(() => {
    if (status !== "connected") return;
    return realtime.on(event, (data) => latest(data));
  }, [status, event]);
}
