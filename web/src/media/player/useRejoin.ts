import { useEffect, useEffectEvent } from "react";
import type { PlayerHandle } from "./usePlayer";

// So long one connection may take until it shows a frame that should come.
const timeout = 12_000;

/**
 * Connects anew, again and again, while a picture that should come shows no frame: now and then a
 * connection is made that brings none, and nothing else tells of it. A hidden page is left in
 * peace, and so is a picture that the browser does not start.
 */
export function useRejoin(
  { shown, paused }: Pick<PlayerHandle, "shown" | "paused">,
  isExpected: boolean,
  rejoin: () => void,
) {
  const again = useEffectEvent(() => {
    if (!document.hidden) rejoin();
  });
  const isMissing = isExpected && !shown && !paused;
  useEffect(() => {
    if (!isMissing) return;
    const timer = setInterval(() => again(), timeout);
    return () => clearInterval(timer);
  }, [isMissing]);
}
