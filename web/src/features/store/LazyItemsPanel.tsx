import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";

/** What a performer sells, in her room: fetched when its tab is opened. */
export const LazyItemsPanel = lazyPart(
  () => import("./ItemsPanel").then((file) => file.ItemsPanel),
  <Skeleton className="h-[320px] rounded-lg" />,
);
