import { useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { prepareRooms } from "./beginRoom";

/** Milliseconds after a page. */
const quiet = 1500;

/** While a page with performers on it is looked at, what their rooms need is fetched. */
export function useQuietMoment() {
  const queries = useQueryClient();
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a moment of its own.
  useEffect(() => {
    const timer = setTimeout(() => {
      if (queries.getQueryCache().find({ queryKey: ["performers"], exact: false })) prepareRooms();
    }, quiet);
    return () => clearTimeout(timer);
  }, [queries, page]);
}
