import { useEffect, useEffectEvent } from "react";
import type { OwnAsset } from "@/store/own";
import { toast } from "@/ui/toast";
import type { Kind } from "./kinds";
import { isUnderWay, uploads } from "./onTheWay";
import { t } from "./texts";

/**
 * While the page of an asset is left with photos on their way, a toast says how far they are, and
 * how they ended; back on the page it is gone.
 */
export function useAwayNotice({ _id: id, type, title }: Pick<OwnAsset, "_id" | "type" | "title">) {
  const leave = useEffectEvent(() => follow(id, title, type));
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

function follow(id: string, title: string, kind: Kind) {
  let total = 0;
  const tell = () => {
    const mine = uploads.getState().list.filter((one) => one.assetId === id);
    const active = mine.filter(isUnderWay).length;
    const { taken, done } = uploads.getState().counts[id] ?? { taken: total, done: total };
    total = taken;
    if (active > 0) {
      toast.wait(
        t(
          "“{title}”: uploading {done} of {kind, select, gallery {{count, plural, one {# photo} other {# photos}}} video {{count, plural, one {# thumbnail} other {# thumbnails}}} other {{count, plural, one {# picture} other {# pictures}}}}",
          { title, done, kind, count: taken },
        ),
        {
          id: toastOf(id),
          duration: Number.POSITIVE_INFINITY,
        },
      );
      return;
    }
    stop();
    if (total === 0) return;
    const wrong = mine.length;
    if (wrong > 0)
      toast.error(
        t(
          "“{title}”: {kind, select, gallery {{count, plural, one {# photo} other {# photos}}} video {{count, plural, one {# thumbnail} other {# thumbnails}}} other {{count, plural, one {# picture} other {# pictures}}}} could not be sent.",
          { title, kind, count: wrong },
        ),
        { id: toastOf(id) },
      );
    else
      toast.success(
        t(
          "“{title}”: {kind, select, gallery {all photos} video {all thumbnails} other {all pictures}} are uploaded.",
          { title, kind },
        ),
        { id: toastOf(id) },
      );
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
