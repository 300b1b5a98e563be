import { type RefObject, useCallback, useEffect, useState } from "react";

/** How long the controls stay after the last use, in milliseconds. */
const stay = 3000;

/** Whether the controls are there: while the video stands, and a while after each use of the player. */
export function useShown(frame: RefObject<HTMLElement | null>, paused: boolean) {
  const [used, setUsed] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const use = useCallback(() => {
    setIsOver(false);
    setUsed((was) => was + 1);
  }, []);

  // A menu or a list that is open belongs to the controls.
  const hide = useCallback(() => {
    if (!frame.current?.querySelector(":popover-open, dialog[open]")) setIsOver(true);
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each use lets them stay as long again.
  useEffect(() => {
    if (paused) return;
    const timer = setInterval(hide, stay);
    return () => clearInterval(timer);
  }, [hide, paused, used]);

  return { isShown: paused || !isOver, use, hide };
}
