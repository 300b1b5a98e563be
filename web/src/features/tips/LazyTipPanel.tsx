import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";

/** The tip panel, fetched beside the room it stands in: the picture comes first. */
export const LazyTipPanel = lazyPart(
  () => import("./TipPanel").then((file) => file.TipPanel),
  <Skeleton className="h-[206px] rounded-lg" />,
);
