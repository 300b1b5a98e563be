import { lazyPart } from "@/ui/lazyPart";

/** Faces and things to add to a line. Nobody needs them before there is something to read. */
export const EmojiButton = lazyPart(
  () => import("./EmojiMenu").then((file) => file.EmojiMenu),
  <span className="size-11 shrink-0" />,
);
