import { useEffect, useEffectEvent } from "react";
import type { PlayerHandle } from "./usePlayer";

/** The player by keyboard: space plays and pauses, m mutes, f fills the screen; not while somebody writes. */
export function usePlayerKeys(player: PlayerHandle, { canPause }: { canPause: boolean }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionFor(event.key, event.target);
    if (action === undefined || (action === "togglePlay" && !canPause && !player.paused)) return;
    event.preventDefault();
    player[action]();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

function actionFor(key: string, target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return undefined;
  if (target.isContentEditable || target.closest("input, textarea, select, dialog, [popover]")) {
    return undefined;
  }
  // The space bar belongs to a focused control, and scrolls what scrolls.
  if (key === " ") return target.closest("button, a, [tabindex='0']") ? undefined : "togglePlay";
  if (key === "m") return "toggleMute";
  if (key === "f") return "toggleFullScreen";
  return undefined;
}
