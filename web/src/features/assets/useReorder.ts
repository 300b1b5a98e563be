import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { alongLine } from "@/i18n/direction";
import { t } from "./texts";

type Lifted = { id: string; by: "pointer" | "keyboard" };

type ReorderOptions = {
  /** The ids in the order that is kept. */
  ids: readonly string[];
  onReorder: (ids: string[]) => void;
  /** The Delete key on a tile's handle. */
  onDelete: (id: string) => void;
};

/** How far a pointer goes before it drags, in pixels. */
const slack = 5;
/** So near to the edge of the window a drag scrolls, in pixels. */
const edge = 96;

/**
 * Puts the tiles of a grid into another order. With a pointer one is dragged over the others, which
 * make room; with the keyboard it is lifted by Space or Enter, moved by arrows, Home and End, put
 * down by Space or Enter, and put back by Escape. `said` is for a live region. The handlers belong to
 * the list, so that its tiles need not be drawn again with every step: they are the elements with
 * `data-reorder`, and their handles those with `data-handle`.
 */
export function useReorder({ ids, onReorder, onDelete }: ReorderOptions) {
  const [lifted, setLifted] = useState<Lifted>();
  const [moved, setMoved] = useState<string[]>();
  const [said, setSaid] = useState("");
  const order = moved ?? ids;
  // The pointer may be let go before the last step is drawn.
  const latest = useRef<readonly string[]>(ids);
  const ghost = useRef<HTMLDivElement>(null);
  const place = (id: string, list: readonly string[]) => ({
    number: list.indexOf(id) + 1,
    count: list.length,
  });

  function lift(id: string, by: Lifted["by"]) {
    setLifted({ id, by });
    latest.current = ids;
    setMoved([...ids]);
    setSaid(t("Lifted from place {number} of {count}.", place(id, ids)));
  }

  function moveTo(id: string, at: number) {
    const before = latest.current;
    const to = Math.max(0, Math.min(before.length - 1, at));
    if (before[to] === id) return;
    const next = before.filter((one) => one !== id).toSpliced(to, 0, id);
    latest.current = next;
    setMoved(next);
    setSaid(t("Place {number} of {count}.", place(id, next)));
  }

  function putDown(id: string) {
    const next = latest.current;
    if (next.some((one, at) => one !== ids[at])) onReorder([...next]);
    setSaid(t("Put down at place {number} of {count}.", place(id, next)));
    end();
  }

  function putBack(id: string) {
    setSaid(t("Back at place {number} of {count}.", place(id, ids)));
    end();
  }

  function end() {
    setLifted(undefined);
    setMoved(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    const id = handleAt(event.target);
    if (id === undefined) return;
    const isLifted = lifted?.id === id && lifted.by === "keyboard";
    if (event.key === " " || event.key === "Enter") {
      if (isLifted) putDown(id);
      else lift(id, "keyboard");
    } else if (event.key === "Delete" && lifted === undefined) {
      onDelete(id);
    } else if (isLifted) {
      const target = placeAfter(event.key, event.target, latest.current.indexOf(id), ids.length);
      if (event.key === "Escape") putBack(id);
      else if (target === undefined) return;
      else moveTo(id, target);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  // A finger drags by the handle, because elsewhere it scrolls; a mouse by the whole tile.
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || lifted !== undefined || !(event.target instanceof Element)) return;
    const isHandle = event.target.closest("[data-handle]") !== null;
    const isOther = !isHandle && event.target.closest("button, a") !== null;
    const id = event.target.closest<HTMLElement>("[data-reorder]")?.dataset.reorder;
    if (id === undefined || isOther || (event.pointerType !== "mouse" && !isHandle)) return;
    followPointer(event.nativeEvent, {
      onLift: () => lift(id, "pointer"),
      onMove: (x, y) => {
        ghost.current?.style.setProperty("transform", `translate(${x}px, ${y}px)`);
        hover(id, x, y);
      },
      onEnd: (kept) => finish(id, kept),
    });
  }

  // Whoever leaves the handle by Tab has put the photo down where it is.
  function onBlur() {
    if (lifted?.by === "keyboard") putDown(lifted.id);
  }

  const hover = useEffectEvent((id: string, x: number, y: number) => {
    const over = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-reorder]");
    const target = over?.dataset.reorder;
    if (target === undefined || target === id) return;
    const at = latest.current.indexOf(target);
    if (at >= 0) moveTo(id, at);
  });
  const finish = useEffectEvent((id: string, kept: boolean) => (kept ? putDown(id) : putBack(id)));

  const isDragging = lifted?.by === "pointer";
  useEffect(() => {
    if (!isDragging) return;
    document.documentElement.style.setProperty("cursor", "grabbing");
    return () => {
      document.documentElement.style.removeProperty("cursor");
    };
  }, [isDragging]);

  return { order, lifted, said, ghost, handlers: { onKeyDown, onPointerDown, onBlur } };
}

function handleAt(target: EventTarget): string | undefined {
  if (!(target instanceof Element) || target.closest("[data-handle]") === null) return undefined;
  return target.closest<HTMLElement>("[data-reorder]")?.dataset.reorder;
}

function placeAfter(key: string, target: EventTarget, at: number, count: number) {
  const columns = target instanceof Element ? columnsAround(target) : 1;
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns < 0 ? at : at - columns,
    ArrowDown: at + columns >= count ? at : at + columns,
    Home: 0,
    End: count - 1,
  };
  return places[alongLine(key)];
}

// The columns are those of the screen: tiles that stand as high as the first.
function columnsAround(element: Element): number {
  const list = element.closest("[data-reorder]")?.parentElement;
  const tiles = [...(list?.querySelectorAll<HTMLElement>(":scope > [data-reorder]") ?? [])];
  return Math.max(1, tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length);
}

type Followed = {
  onLift: () => void;
  onMove: (x: number, y: number) => void;
  /** False: the drag was given up. */
  onEnd: (kept: boolean) => void;
};

/** Follows a pressed pointer until it is let go; near the edges of the window the page scrolls. */
function followPointer(start: globalThis.PointerEvent, { onLift, onMove, onEnd }: Followed) {
  const stop = new AbortController();
  const { signal } = stop;
  let [x, y] = [start.clientX, start.clientY];
  let isLifted = false;
  let frame = 0;

  function scroll() {
    const speed = speedAt(y);
    if (speed !== 0) {
      window.scrollBy(0, speed);
      onMove(x, y);
    }
    frame = requestAnimationFrame(scroll);
  }

  function end(kept: boolean) {
    stop.abort();
    cancelAnimationFrame(frame);
    if (!isLifted) return;
    onEnd(kept);
  }

  window.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== start.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      if (!isLifted) {
        if (Math.hypot(x - start.clientX, y - start.clientY) < slack) return;
        isLifted = true;
        onLift();
        frame = requestAnimationFrame(scroll);
      }
      onMove(x, y);
    },
    { signal },
  );
  window.addEventListener("pointerup", () => end(true), { signal });
  window.addEventListener("pointercancel", () => end(false), { signal });
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") end(false);
    },
    { signal },
  );
}

function speedAt(y: number): number {
  if (y < edge) return -Math.ceil((edge - y) / 6);
  const below = y - (window.innerHeight - edge);
  return below > 0 ? Math.ceil(below / 6) : 0;
}
