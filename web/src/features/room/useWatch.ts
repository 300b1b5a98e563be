import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { serverNow } from "@/lib/serverTime";
import { changePerformer } from "@/performers/cache";
import { type Profile, statusOf } from "@/performers/types";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { countViewers } from "./api";
import { adopt, watchFor } from "./early";

type Watched = Pick<Profile, "_id" | "streamingStatus" | "viewers" | "liveSince">;

/**
 * The show of a performer, watched while she is live: it starts by itself when
 * she goes live and ends when she stops.
 */
export function useWatch(performer: Watched, conversationId: string | undefined) {
  const { _id: id, streamingStatus } = performer;
  const queries = useQueryClient();
  const [watch] = useState(() => watchFor(id));
  const state = useStore(watch.store);
  const viewers = useViewers(id, state.phase === "playing");
  const [ended, setEnded] = useState<string>();

  useEffect(() => {
    if (streamingStatus === "public") watch.start();
    else watch.stop();
  }, [watch, streamingStatus]);
  useEffect(() => adopt(id, watch), [id, watch]);
  // The network is back: nobody waits for the next try.
  const { status: connection } = useConnection();
  useEffect(() => {
    if (connection === "connected") watch.hurry();
  }, [watch, connection]);
  useEffect(() => {
    window.addEventListener("online", watch.hurry);
    return () => window.removeEventListener("online", watch.hurry);
  }, [watch]);

  useSocketEvent("show/changed", ({ performerId, type, status }) => {
    if (performerId !== id) return;
    // A paid show is on: nothing that was buffered is shown. What follows it is told apart.
    if (type !== "public") {
      watch.stop();
      if (status !== "ended") became(type);
      return;
    }
    if (status === "held" || status === "ended") {
      watch.stop();
      became(status === "held" ? "away" : "offline");
    }
    if (status === "paused") watch.lost(serverNow());
    if (status === "starting" && streamingStatus === "away") watch.startEarly();
    if (status !== "live") return;
    watch.lost(undefined);
    setEnded(undefined);
    became("public");
    watch.start();
    watch.hurry();
  });
  useSocketEvent("room/state", (room) => {
    if (room.conversationId === conversationId) became(room.streamingStatus);
  });

  useSocketEvent("show/ended", (told) => {
    if (told.conversationId === conversationId) setEnded(told.reason);
  });

  function became(text: string) {
    const status = statusOf(text);
    changePerformer(queries, id, { streamingStatus: status, isOnline: status !== "offline" });
  }

  return {
    ...state,
    saw: watch.saw,
    held: watch.held,
    chooseWay: watch.choose,
    viewers: viewers ?? state.show?.viewers ?? performer.viewers,
    /** Why the show that was on here ended, as the server names it. */
    ended,
    since: state.show?.startedAt ?? performer.liveSince,
  };
}

export type Watching = ReturnType<typeof useWatch>;

// The engine counts every 2 s; by then a new viewer is among them.
const counted = 4000;

/** How many watch: as the room is told, or asked once when nothing was told since one is here. */
function useViewers(performerId: string, playing: boolean): number | undefined {
  const [viewers, setViewers] = useState<number>();
  const told = useRef(false);
  useSocketEvent("show/viewers", (event) => {
    if (event.performerId !== performerId) return;
    told.current = true;
    setViewers(event.viewers);
  });
  useEffect(() => {
    if (!playing) return;
    told.current = false;
    const timer = setTimeout(() => {
      if (!told.current) countViewers(performerId).then(setViewers, () => {});
    }, counted);
    return () => clearTimeout(timer);
  }, [performerId, playing]);
  return viewers;
}
