import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

// So long a mouse or a finger rests on something before that is meant, in milliseconds.
const rest = 450;

/**
 * Whether somebody rests on something: with a mouse over it, or with a finger on it, whose end is
 * no press then. Nobody does who wants less motion.
 */
export function useReach(isWanted: boolean) {
  const [isHeld, setIsHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!isWanted) return { isHeld: false, handlers: {} };

  function begin() {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsHeld(true), rest);
  }
  function end() {
    clearTimeout(timer.current);
    setIsHeld(false);
  }
  return {
    isHeld,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === "mouse" && begin(),
      onPointerLeave: end,
      onPointerDown({ pointerType }: PointerEvent) {
        wasHeld.current = false;
        if (pointerType === "touch") begin();
      },
      onPointerUp({ pointerType }: PointerEvent) {
        if (pointerType !== "touch") return;
        wasHeld.current = isHeld;
        end();
      },
      onPointerCancel: end,
      onClickCapture(event: MouseEvent) {
        if (!wasHeld.current) return;
        wasHeld.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      // A finger's own menu would cover what it asked for.
      onContextMenu: (event: MouseEvent) => isHeld && event.preventDefault(),
    },
  };
}
