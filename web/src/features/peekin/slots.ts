import type { Slots } from "@/declared/slots";
import { lazyPart } from "@/ui/lazyPart";

export const slots: Slots = {
  // Most visits to a room end before it has a private show to look into.
  PeekAction: lazyPart(() => import("./PeekAction").then((file) => file.PeekAction)),
};
