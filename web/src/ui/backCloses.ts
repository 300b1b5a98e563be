import { useEffect, useEffectEvent, useState } from "react";

type Opened = { id: string; close: () => void };

/** So long the tab may take to go a step of its history, in milliseconds. */
const maxStep = 300;

/** What is open over the page and closed by the way back, the topmost last. */
const opened: Opened[] = [];
/** Where the tab stands in its history. */
let place = placeOf(history.state);
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
        place = placeOf(history.state);
        if (!isOpen(id) && sheetOf(history.state) === id) history.back();
      });
    };
  }, [open, id]);
}

// The router's own method, put on the object, would load the page again.
function addEntry(sheet: string) {
  if (sheetOf(history.state) === sheet) return; // mounted twice
  const depth = numberIn(history.state, "depth") + 1;
  History.prototype.pushState.call(history, { ...history.state, sheet, depth }, "");
  place = placeOf(history.state);
}

function sheetOf(state: unknown): string | undefined {
  const sheet: unknown = typeof state === "object" && state && Reflect.get(state, "sheet");
  return typeof sheet === "string" ? sheet : undefined;
}

/** Grows with each entry: the router counts the pages, and on each page the sheets are counted. */
function placeOf(state: unknown): number {
  return numberIn(state, "__TSR_index") + numberIn(state, "depth") / 1000;
}

function numberIn(state: unknown, name: string): number {
  const value: unknown = typeof state === "object" && state && Reflect.get(state, name);
  return typeof value === "number" ? value : 0;
}

function moved(event: PopStateEvent) {
  const shown = sheetOf(event.state);
  const before = place;
  place = placeOf(event.state);
  if (shown !== undefined && !isOpen(shown)) {
    // The entry of something closed long ago: one further, the same way.
    event.stopImmediatePropagation();
    if (place < before) history.back();
    else goPast(shown);
    return;
  }
  const at = opened.findIndex(({ id }) => id === shown);
  for (const { id, close } of opened.slice(at + 1).reverse()) {
    close();
    // It may ask first, such as before typed words are lost.
    setTimeout(() => isOpen(id) && addEntry(id));
  }
}

// Behind it is the page that a link inside of it led to, or nothing: then the tab stays where it was.
function goPast(closed: string) {
  history.forward();
  setTimeout(() => {
    if (!isOpen(closed) && sheetOf(history.state) === closed) history.back();
  }, maxStep);
}

// Before the router, which is on that page already.
window.addEventListener("popstate", moved, { capture: true });
