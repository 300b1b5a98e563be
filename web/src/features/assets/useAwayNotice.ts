import { useEffect, useEffectEvent } from "react";
import { countOf } from "@/lib/format";
import type { OwnAsset } from "@/store/own";
import { toast } from "@/ui/toast";
import { kinds } from "./kinds";
import { isUnderWay, uploads } from "./onTheWay";

/**
 * While the page of an asset is left with photos on their way, a toast says how far they are, and
 * how they ended; back on the page it is gone.
 */
export function useAwayNotice({ _id: id, type, title }: Pick<OwnAsset, "_id" | "type" | "title">) {
  const leave = useEffectEvent(() => follow(id, title, kinds[type].picture.one));
  useEffect(() => {
    const follower = following.get(id);
    if (follower) {
      follower();
      toast.dismiss(toastOf(id));
    }
    return () => leave();
  }, [id]);
}

/** What ends the following of an asset's uploads. */
const following = new Map<string, () => void>();
const toastOf = (id: string) => `uploads-${id}`;

function follow(id: string, title: string, word: string) {
  let total = 0;
  const tell = () => {
    const mine = uploads.getState().list.filter((one) => one.assetId === id);
    const active = mine.filter(isUnderWay).length;
    const { taken, done } = uploads.getState().counts[id] ?? { taken: total, done: total };
    total = taken;
    if (active > 0) {
      toast.wait(`“${title}”: uploading ${done} of ${countOf(taken, word)}`, {
        id: toastOf(id),
        duration: Number.POSITIVE_INFINITY,
      });
      return;
    }
    stop();
    if (total === 0) return;
    const wrong = mine.length;
    if (wrong > 0)
      toast.error(`“${title}”: ${countOf(wrong, word)} could not be sent.`, { id: toastOf(id) });
    else toast.success(`“${title}”: all ${word}s are uploaded.`, { id: toastOf(id) });
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
