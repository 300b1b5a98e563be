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

/** The uploads of who is here, and what can be done with them; `store` goes on without a page. */
export function useUploads() {
  const { session } = useSession();
  const queue = queueOf(session?._id ?? "");
  const items = useStore(queue.store);
  const queries = useQueryClient();
  const done = items.filter(({ state }) => state === "done").length;

  useEffect(() => {
    const online = () => queue.online();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, [queue]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when one more is done.
  useEffect(() => {
    queries.invalidateQueries({ queryKey: uploadKeys.mine });
  }, [queries, done]);

  return { ...queue, items };
}
