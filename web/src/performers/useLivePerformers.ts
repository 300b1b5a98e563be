import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { performerKeys } from "./api";
import { changePerformer } from "./cache";
import { statusOf } from "./types";

// Everybody who looks at the window hears of a change at once; spread over some
// seconds, their questions do not arrive together.
const soonest = 1500;
const spread = 3000;

/** Keeps the cards of the page true: states change as the socket tells, pictures and order follow. */
export function useLivePerformers() {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  useSocketEvent("performer/status", ({ id, streamingStatus, isOnline, headline }) => {
    const status = statusOf(streamingStatus);
    changePerformer(queries, id, {
      streamingStatus: status,
      isOnline,
      ...(status !== "public" && { viewers: 0 }),
      headline,
    });
    // A busy site tells of a change every second: the question that is due is not put off by the next.
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        queries.invalidateQueries({ queryKey: [performerKeys.all[0], "search"] });
      },
      soonest + Math.random() * spread,
    );
  });
}
