import { useEffect, useEffectEvent } from "react";
import { countOf } from "@/lib/format";
import { toast } from "@/ui/toast";
import { isUnderWay, uploads } from "./uploads";

/**
 * While the page of a gallery is left with photos on their way, a toast says how far they are, and
 * how they ended; back on the page it is gone.
 */
export function useAwayNotice({ _id: id, title }: { _id: string; title: string }) {
  const leave = useEffectEvent(() => follow(id, title));
  useEffect(() => {
    const follower = following.get(id);
    if (follower) {
      follower();
      toast.dismiss(toastOf(id));
    }
    return () => leave();
  }, [id]);
}

/** What ends the following of a gallery's uploads. */
const following = new Map<string, () => void>();
const toastOf = (id: string) => `uploads-${id}`;

function follow(id: string, title: string) {
  let total = 0;
  const tell = () => {
    const mine = uploads.getState().list.filter((one) => one.galleryId === id);
    const active = mine.filter(isUnderWay).length;
    const { taken, done } = uploads.getState().counts[id] ?? { taken: total, done: total };
    total = taken;
    if (active > 0) {
      toast.wait(`“${title}”: uploading ${done} of ${countOf(taken, "photo")}`, {
        id: toastOf(id),
        duration: Number.POSITIVE_INFINITY,
      });
      return;
    }
    stop();
    if (total === 0) return;
    const wrong = mine.length;
    if (wrong > 0)
      toast.error(`“${title}”: ${countOf(wrong, "photo")} could not be sent.`, { id: toastOf(id) });
    else toast.success(`“${title}”: all photos are uploaded.`, { id: toastOf(id) });
  };
  // Shares change often; only what the words say is told anew.
  const stopHearing = uploads.subscribe((now, before) => {
    const changed = now.counts[id]?.done !== before.counts[id]?.done;
    if (changed || now.list.length !== before.list.length) tell();
  });
  const stop = () => {
    stopHearing();
    following.delete(id);
  };
  following.set(id, stop);
  tell();
}
