import { lazyPart } from "@/ui/lazyPart";

/** The messages of a chat. The picture of a room does not wait for them. */
export const Messages = lazyPart(
  () => import("./ChatList").then((file) => file.ChatList),
  <div className="min-h-0 flex-1" />,
);

// On its way with the page that has a chat.
Messages.fetch();
