import { useEffect, useEffectEvent } from "react";
import type { Performer } from "@/performers/types";
import { useFavourite } from "@/performers/useFavourite";
import { toast } from "@/ui/toast";
import { t } from "./texts";

/** Says once that a performer has left the list, and offers to put them back. */
export function UndoRemoval({ performer }: { performer: Pick<Performer, "_id" | "name"> }) {
  const { setFavourite } = useFavourite(performer._id);
  const tell = useEffectEvent(() =>
    toast.info(t("{name} was removed from your favorites.", { name: performer.name }), {
      id: `unliked-${performer._id}`,
      action: { label: t("Undo"), onClick: () => setFavourite(true) },
    }),
  );
  useEffect(() => {
    tell();
  }, []);
  return null;
}
