import type { Slots } from "@/declared/slots";
import { lazyPart } from "@/ui/lazyPart";

export const slots: Slots = {
  // Fetched beside the room it stands in: the picture comes first.
  GoalBar: lazyPart(() => import("./GoalBar").then((file) => file.GoalBar)),
};
