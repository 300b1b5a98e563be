import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";

/** A performer's galleries in her room, fetched when their tab is opened. */
export const LazyGalleriesPanel = lazyPart(
  () => import("./GalleriesPanel").then((file) => file.GalleriesPanel),
  <Skeleton className="h-[320px] rounded-lg" />,
);
