import { lazyPart } from "@/ui/lazyPart";

/** Who is typing, or that the chat is cut off. Nobody hears of either before there is a connection. */
export const ChatStatus = lazyPart(
  () => import("./StatusLine").then((file) => file.StatusLine),
  <div className="h-[18px] shrink-0" />,
);
