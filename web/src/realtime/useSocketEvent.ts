import { useEffect, useEffectEvent } from "react";
import type { ServerEvents } from "./events";
import { realtime } from "./realtime";

/**
 * Calls `listener` for every such event while the component is shown. It listens before there is
 * a connection: what is read once that is there would miss what comes in between.
 */
export function useSocketEvent<E extends keyof ServerEvents>(
  event: E,
  listener: (data: ServerEvents[E]) => void,
) {
  const latest = useEffectEvent(listener);
  useEffect(() => realtime.on(event, (data) => latest(data)), [event]);
}
