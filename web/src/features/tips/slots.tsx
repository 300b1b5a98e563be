import type { Slots } from "@/declared/slots";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";

export const slots: Slots = {
  // Fetched beside the room it stands in: the picture comes first.
  TipPanel: lazyPart(
    () => import("./TipPanel").then((file) => file.TipPanel),
    <Skeleton className="h-[206px] rounded-lg" />,
  ),
};
