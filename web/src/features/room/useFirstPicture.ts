import { startTransition, useEffect, useEffectEvent } from "react";
import type { Performer } from "@/performers/types";
import type { Watching } from "./useWatch";

/**
 * Calls `settle` when the picture is there, none is to come soon, or `timeout` milliseconds are
 * over. Until then the stage has the browser and the line to itself: what is drawn and fetched
 * beside it would be paid for with a later picture.
 */
export function useFirstPicture(
  performer: Performer,
  watching: Watching,
  timeout: number,
  settle: () => void,
) {
  const { hasShown, phase } = watching;
  const waits = performer.streamingStatus === "public" && !hasShown && phase !== "waiting";
  const settled = useEffectEvent(() => startTransition(settle));
  useEffect(() => {
    if (!waits) return settled();
    const timer = setTimeout(settled, timeout);
    return () => clearTimeout(timer);
  }, [waits, timeout]);
}
