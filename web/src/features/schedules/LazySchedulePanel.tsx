import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";

/** When a performer is usually live, in her room: fetched when its tab is opened. */
export const LazySchedulePanel = lazyPart(
  () => import("./SchedulePanel").then((file) => file.SchedulePanel),
  <Skeleton className="h-[320px] rounded-lg" />,
);
