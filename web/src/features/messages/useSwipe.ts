import { type PointerEvent, useRef } from "react";

/** So far a finger draws a line along before that counts, and so far it follows, in pixels. */
const enough = 56;
const most = 72;
/** Less than this is no movement yet. */
const slip = 12;

/** A line that a finger draws towards the end of the row, such as to answer it. */
export function useSwipe(onSwipe: () => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  const way = ({ clientX, clientY }: PointerEvent) => {
    if (from.current === undefined) return 0;
    const along = (clientX - from.current.x) * (document.dir === "rtl" ? -1 : 1);
    if (along < slip || Math.abs(clientY - from.current.y) > along) return 0;
    return Math.min(along, most);
  };
  const place = (element: HTMLElement, along: number) => {
    const side = document.dir === "rtl" ? -along : along;
    element.style.transform = along === 0 ? "" : `translateX(${side}px)`;
  };
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      from.current = pointerType === "touch" ? { x, y } : undefined;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      place(event.currentTarget, way(event));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const along = way(event);
      from.current = undefined;
      place(event.currentTarget, 0);
      if (along >= enough) onSwipe();
    },
    onPointerCancel({ currentTarget }: PointerEvent<HTMLElement>) {
      from.current = undefined;
      place(currentTarget, 0);
    },
  };
}
