import type { Listen } from "@/declared/news";
import { realtime } from "@/realtime/realtime";
import { fetchConversations, inboxKeys } from "./api";
import { conversationChanged, conversationCleared, conversationMarked, setUnread } from "./cache";
import { createDelivered } from "./delivered";

/** What this device has missed of conversations is read in one page; the rest when it is looked at. */
const caughtUp = 50;

/** Keeps what every page shows of conversations, whichever of them is open. */
const listenToConversations: Listen = (hearer) => {
  const delivered = createDelivered();
  const queries = () => hearer().queries;

  function catchUp() {
    const { session } = hearer();
    if (session === undefined || session.twoFactorWanted) return;
    queries().invalidateQueries({ queryKey: inboxKeys.all });
    fetchConversations("", 0, caughtUp).then(
      ({ data }) => delivered.caughtUp(data),
      () => undefined, // the next connection tells it
    );
  }

  if (realtime.store.getState().status === "connected") catchUp();
  const ends = [
    realtime.store.subscribe((now, before) => {
      if (now.status === "connected" && before.status !== "connected") catchUp();
    }),
    realtime.on("message/created", (message) =>
      delivered.arrived(message, hearer().session?.username ?? ""),
    ),
    realtime.on("nofify_read_messages_in_conversation", (unread) => setUnread(queries(), unread)),
    realtime.on("conversation/changed", (changed) => conversationChanged(queries(), changed)),
    realtime.on("conversation/marked", (marked) => conversationMarked(queries(), marked)),
    realtime.on("conversation/cleared", ({ conversationId }) =>
      conversationCleared(queries(), conversationId),
    ),
    delivered.stop,
  ];
  return () => {
    for (const end of ends) end();
  };
};

export const news = [listenToConversations];
