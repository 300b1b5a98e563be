import { lazyPart } from "@/ui/lazyPart";

/** The trailer of a video over its cover, without sound, as soon as it moves. */
export const TrailerPreview = lazyPart(() => import("./Trailer").then((file) => file.Trailer));
