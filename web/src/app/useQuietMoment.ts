import { useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { prepareRooms } from "./beginRoom";

/** Milliseconds after a page that nobody has touched. */
const quiet = 4000;

// Whoever does one of these may press a card next, and the page has been drawn by then.
const signs = ["pointermove", "touchstart", "wheel", "scroll", "keydown"] as const;

/**
 * What the rooms of the performers on a page need is fetched while that page is looked at: when
 * somebody first moves on it, or in a quiet moment.
 */
export function useQuietMoment() {
  const queries = useQueryClient();
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a moment of its own.
  useEffect(() => {
    const timer = setTimeout(prepare, quiet);
    const options = { passive: true, capture: true };
    for (const sign of signs) window.addEventListener(sign, prepare, options);
    function stop() {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, prepare, options);
    }
    function prepare() {
      stop();
      if (queries.getQueryCache().find({ queryKey: ["performers"], exact: false })) prepareRooms();
    }
    return stop;
  }, [queries, page]);
}
