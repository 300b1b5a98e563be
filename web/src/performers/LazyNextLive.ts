import { lazyPart } from "@/ui/lazyPart";

/** When somebody's next hours begin, fetched when there is one to tell. */
export const NextLive = lazyPart(() => import("./NextLive").then((file) => file.NextLive));
