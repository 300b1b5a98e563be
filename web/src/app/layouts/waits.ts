import { lazyPart } from "@/ui/lazyPart";

// Nobody needs what waits for the first paint.
const load = () => import("./Waiting");

/** How many messages wait to be read. */
export const UnreadBadge = lazyPart(() => load().then((file) => file.UnreadBadge));

/** What waits in the header. */
export const Waiting = lazyPart(() => load().then((file) => file.Waiting));
