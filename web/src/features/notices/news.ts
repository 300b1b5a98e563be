import type { Listen } from "@/declared/news";
import { showBadge } from "@/notices/badge";
import { realtime } from "@/realtime/realtime";
import { unreadNotices } from "./api";
import { noticeKeys, putIn, setUnread } from "./cache";

/** Keeps what every page shows of notices, and the number on the app's icon. */
const listenToNotices: Listen = (hearer) => {
  function told(total: number) {
    setUnread(hearer().queries, { total });
    showBadge(total);
  }

  // What came, and what was read elsewhere, while nothing could be told.
  function catchUp() {
    const { session, queries } = hearer();
    if (session === undefined) return showBadge(0);
    if (session.twoFactorWanted) return;
    queries.invalidateQueries({ queryKey: noticeKeys.lists });
    queries.fetchQuery({ ...unreadNotices(), staleTime: 0 }).then(
      ({ total }) => showBadge(total),
      () => undefined, // the next connection tells it
    );
  }

  if (realtime.store.getState().status === "connected") catchUp();
  const ends = [
    realtime.store.subscribe((now, before) => {
      if (now.status === "connected" && before.status !== "connected") catchUp();
    }),
    realtime.on("notice/created", ({ notice, unread }) => {
      putIn(hearer().queries, notice);
      told(unread);
    }),
    realtime.on("notice/read", ({ unread }) => {
      told(unread);
      // Which ones were read, here or on another device, the lists say.
      hearer().queries.invalidateQueries({ queryKey: noticeKeys.lists });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
};

export const news = [listenToNotices];
