import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { serverNow } from "@/lib/serverTime";
import { isAllowed } from "@/media/capture";
import { notePublication } from "@/media/publication";
import { publishLazily } from "@/media/publishLazily";
import { holdCamera, sharedCamera } from "@/media/sharedCamera";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { takeBack } from "@/shows/back";
import { broadcastKeys, fetchEarned, goLive, liveEarnings, publicShow, stopShow } from "./api";
import { createBroadcast } from "./broadcast";
import { rememberedShow, rememberShow } from "./stage";

function createStage(performerId: string) {
  const camera = sharedCamera();
  const broadcast = createBroadcast({
    camera,
    goLive,
    openShow: () => publicShow(performerId),
    stopShow,
    earned: fetchEarned,
    publish: publishLazily,
    remember: rememberShow,
    now: serverNow,
  });
  return { camera, broadcast };
}

/** The performer's camera and broadcast while the page is shown, told of what the socket says. */
export function useStage(performerId: string, conversationId: string | undefined) {
  const [{ camera, broadcast }] = useState(() => createStage(performerId));
  const [failure, setFailure] = useState<unknown>();

  const look = useCallback(async () => {
    setFailure(undefined);
    const asked = takeBack();
    if (asked?.opening) return broadcast.back(asked.by, asked.opening);
    try {
      await broadcast.discover(rememberedShow());
      if (asked && broadcast.store.getState().phase.name === "held")
        return await broadcast.back(asked.by);
      if (broadcast.store.getState().phase.name === "idle" && (await isAllowed())) {
        await broadcast.check();
      }
    } catch (error) {
      setFailure(error);
    }
  }, [broadcast]);

  useEffect(() => {
    const letGo = holdCamera();
    const leave = broadcast.enter();
    const forget = notePublication(() => broadcast.hold());
    look();
    return () => {
      forget();
      leave();
      letGo();
    };
  }, [broadcast, look]);

  useSocketEvent("show/changed", (show) => {
    if (show.performerId !== performerId) return;
    if (show.type === "public") broadcast.showChanged(show.status);
    else if (show.status !== "ended") broadcast.hold();
  });
  useSocketEvent("show/ended", (ended) => {
    if (ended.conversationId === conversationId) broadcast.showEnded(ended.reason);
  });
  useSocketEvent("show/viewers", (count) => {
    if (count.performerId === performerId) broadcast.counted(count.viewers);
  });
  useEarnings(broadcast);
  return { camera, broadcast, failure, look };
}

// The income on screen is also what a show that ends by itself is summed up with.
function useEarnings(broadcast: ReturnType<typeof createBroadcast>) {
  const queries = useQueryClient();
  const isOnAir = useStore(
    broadcast.store,
    ({ phase }) => phase.name === "live" || phase.name === "reconnecting",
  );
  const { data } = useQuery({ ...liveEarnings(), enabled: isOnAir });
  useEffect(() => {
    if (data) broadcast.noteEarned(data);
  }, [data, broadcast]);
  useEffect(() => {
    if (isOnAir) queries.invalidateQueries({ queryKey: broadcastKeys.earned });
  }, [isOnAir, queries]);
  useSocketEvent("tipped", () => {
    queries.invalidateQueries({ queryKey: broadcastKeys.earned });
    queries.invalidateQueries({ queryKey: broadcastKeys.tips });
  });
}
