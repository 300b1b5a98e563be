import { lazyPart } from "@/ui/lazyPart";

/** The goal's bar, fetched beside the room it stands in: the picture comes first. */
export const LazyGoalBar = lazyPart(() => import("./GoalBar").then((file) => file.GoalBar));
