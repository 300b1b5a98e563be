import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { useSession } from "@/session/api";
import { uploadKeys } from "./api";
import { createQueue, type UploadQueue } from "./queue";
import { rememberedUploads } from "./remembered";
import { tusSender } from "./send";

// Uploads go on while their person looks at other pages; they end with their session.
let current: { owner: string; queue: UploadQueue } | undefined;

window.addEventListener("online", () => current?.queue.online());

function queueOf(owner: string): UploadQueue {
  if (current?.owner !== owner) {
    current?.queue.close();
    current = {
      owner,
      queue: createQueue({ ...tusSender(), remembered: rememberedUploads(owner) }),
    };
  }
  return current.queue;
}

/** The uploads of who is here; they go on without a page. */
export function useQueuedUploads() {
  return useStore(useQueue().store);
}

/** The uploads of who is here, and what can be done with them. */
export function useUploads() {
  const queue = useQueue();
  const items = useStore(queue.store);
  const queries = useQueryClient();
  const done = items.filter(({ state }) => state === "done").length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when one more is done.
  useEffect(() => {
    queries.invalidateQueries({ queryKey: uploadKeys.mine });
  }, [queries, done]);

  return { ...queue, items };
}

function useQueue(): UploadQueue {
  const { session } = useSession();
  return queueOf(session?._id ?? "");
}
