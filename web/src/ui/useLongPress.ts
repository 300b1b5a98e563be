import { type PointerEvent, useRef } from "react";

// So long a finger rests, in milliseconds, and so far it may slip, in pixels.
const held = 450;
const slip = 10;

/** What a finger that rests on something does; a mouse and a swipe do nothing. */
export function useLongPress(onLongPress: () => void) {
  const start = useRef<{ at: number; x: number; y: number }>(undefined);
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      start.current = pointerType === "touch" ? { at: Date.now(), x, y } : undefined;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const from = start.current;
      start.current = undefined;
      if (from === undefined || Date.now() - from.at < held) return;
      if (Math.hypot(clientX - from.x, clientY - from.y) > slip) return;
      // After the press has ended, which would close what it opened.
      setTimeout(onLongPress);
    },
    onPointerCancel() {
      start.current = undefined;
    },
  };
}
