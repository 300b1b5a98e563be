import type { Slots } from "@/declared/slots";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";

export const slots: Slots = {
  // Most visitors of a room never open the wheel: it is loaded when they do.
  WheelPanel: lazyPart(
    () => import("./SpinPanel").then((file) => file.SpinPanel),
    <Skeleton className="mx-auto aspect-square w-full max-w-72 rounded-full" />,
  ),
};
