import { lazyPart } from "@/ui/lazyPart";

/** What chooses a part of a picture: fetched when a picture was chosen. */
export const Crop = lazyPart(() => import("./CropDialog").then((file) => file.CropDialog));
