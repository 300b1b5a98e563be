import type { QueryClient } from "@tanstack/react-query";
import { createStore } from "zustand/vanilla";
import { messageOf } from "@/api/errors";
import { toast } from "@/ui/toast";
import { assetKeys, deletePhoto } from "./api";
import { t } from "./texts";

/** How long a deletion can be taken back, in milliseconds. */
const undoable = 8_000;
const toastId = "photos-deleted";

type Removal = { photoId: string; assetId: string };

/** Photos that are deleted as soon as nobody takes it back any more; until then they are only hidden. */
export const removals = createStore<readonly Removal[]>(() => []);

let timer: ReturnType<typeof setTimeout> | undefined;
let queries: QueryClient | undefined;

/** Hides a photo, offers to take that back, and then deletes it. */
export function removeLater(cache: QueryClient, removal: Removal) {
  queries = cache;
  removals.setState((list) => [...list, removal], true);
  clearTimeout(timer);
  timer = setTimeout(flushRemovals, undoable);
  window.addEventListener("pagehide", flushAtOnce);
  toast.info(
    t("{count, plural, one {# photo} other {# photos}} deleted.", {
      count: removals.getState().length,
    }),
    {
      id: toastId,
      duration: undoable,
      action: { label: t("Undo"), onClick: takeBack },
    },
  );
}

/** Deletes for good what waits, such as before the asset is submitted. */
export async function flushRemovals() {
  await end(false);
}

function takeBack() {
  clearTimeout(timer);
  window.removeEventListener("pagehide", flushAtOnce);
  removals.setState([], true);
}

// Whoever closes the tab has deleted it, too.
function flushAtOnce() {
  end(true);
}

async function end(keepalive: boolean) {
  clearTimeout(timer);
  window.removeEventListener("pagehide", flushAtOnce);
  const waiting = removals.getState();
  if (waiting.length === 0) return;
  toast.dismiss(toastId);
  const results = await Promise.allSettled(
    waiting.map(({ photoId }) => deletePhoto(photoId, keepalive)),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed) toast.error(messageOf(failed.reason));
  // First the new list, then what was hidden in the old one.
  await queries?.invalidateQueries({ queryKey: assetKeys.all });
  removals.setState((list) => list.filter((one) => !waiting.includes(one)), true);
}
