import { useEffect, useEffectEvent } from "react";
import type { Performer } from "@/performers/types";
import { useFavourite } from "@/performers/useFavourite";
import { toast } from "@/ui/toast";

/** Says once that a performer has left the list, and offers to put them back. */
export function UndoRemoval({ performer }: { performer: Pick<Performer, "_id" | "name"> }) {
  const { setFavourite } = useFavourite(performer._id);
  const tell = useEffectEvent(() =>
    toast.info(`${performer.name} was removed from your favorites.`, {
      id: `unliked-${performer._id}`,
      action: { label: "Undo", onClick: () => setFavourite(true) },
    }),
  );
  useEffect(() => {
    tell();
  }, []);
  return null;
}
