import { useEffect, useEffectEvent, useState } from "react";

type Opened = { id: string; close: () => void };

/** What is open over the page and closed by the way back, the topmost last. */
const opened: Opened[] = [];
const isOpen = (id: string) => opened.some((one) => one.id === id);

/**
 * While something is open over the page, the browser's way back closes it instead of leaving the
 * page: it gets an entry of its own in the tab's history, which the router does not hear of.
 */
export function useBackCloses(open: boolean, close: () => void) {
  const [id] = useState(() => crypto.randomUUID());
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const mine = { id, close: () => onBack() };
    opened.push(mine);
    addEntry(id);
    return () => {
      opened.splice(opened.indexOf(mine), 1);
      // Later: whoever closes it may also go elsewhere, and only what is still on top is taken back.
      setTimeout(() => {
        if (!isOpen(id) && sheetOf(history.state) === id) history.back();
      });
    };
  }, [open, id]);
}

// The router's own method, put on the object, would load the page again.
function addEntry(sheet: string) {
  if (sheetOf(history.state) === sheet) return; // mounted twice
  History.prototype.pushState.call(history, { ...history.state, sheet }, "");
}

function sheetOf(state: unknown): string | undefined {
  const sheet: unknown = typeof state === "object" && state && Reflect.get(state, "sheet");
  return typeof sheet === "string" ? sheet : undefined;
}

function wentBack(event: PopStateEvent) {
  const shown = sheetOf(event.state);
  if (shown !== undefined && !isOpen(shown)) {
    // The entry of something closed long ago, left by a link inside of it: one page further.
    event.stopImmediatePropagation();
    history.back();
    return;
  }
  const at = opened.findIndex(({ id }) => id === shown);
  for (const { id, close } of opened.slice(at + 1).reverse()) {
    close();
    // It may ask first, such as before typed words are lost.
    setTimeout(() => isOpen(id) && addEntry(id));
  }
}

// Before the router, which is on that page already.
window.addEventListener("popstate", wentBack, { capture: true });
