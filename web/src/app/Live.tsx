import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { loadInTheEnd } from "@/lib/loadInTheEnd";
import { realtime } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { endedHere, forgetPrivateData, sessionKeys, setBalance, useSession } from "@/session/api";
import { useAccountLanguage } from "@/session/useAccountLanguage";
import { refreshSettings, settingsKeys, useSettings } from "@/settings/api";
import { applyColours } from "@/settings/theme";
import { lazyPart } from "@/ui/lazyPart";
import { joinRinging } from "@/ui/ring";
import { toast } from "@/ui/toast";
import { t } from "./texts";

const RequestNotice = lazyPart(() =>
  import("@/features/private/requests/RequestNotice").then((file) => file.RequestNotice),
);

// What is heard before this file is here waits for it (realtime.onFromStart).
const NewsToasts = lazyPart(() =>
  loadInTheEnd(() => import("./NewsToasts")).then((file) => file.NewsToasts),
);

/** What reaches the whole app over the socket: balance, settings, the end of the session, news. */
export function Live() {
  const queries = useQueryClient();
  const router = useRouter();
  const { session, isPending } = useSession();
  const { theme, siteName, favicon } = useSettings();
  // Whoever must set up the two-step login first is a guest to the sockets.
  const id = session?.twoFactorWanted ? undefined : session?._id;

  // The socket is closed and recreated whenever somebody logs in or out (spec §4).
  useEffect(() => {
    if (!isPending) realtime.start(id !== undefined);
  }, [id, isPending]);

  useEffect(() => {
    applyColours(theme);
  }, [theme]);
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute("href", favicon);
  }, [favicon]);
  useEffect(() => {
    if (!document.title) document.title = siteName;
  }, [siteName]);

  useSocketEvent("balance/changed", ({ balance }) => setBalance(queries, balance));
  useSocketEvent("settings/changed", () => {
    refreshSettings(queries).catch(() => undefined); // the next connection reads them, too
  });
  // What changed before the socket could tell, or while it was away.
  const status = useStore(realtime.store, (state) => state.status); // not useConnection: this draws nothing
  useEffect(() => {
    if (status !== "connected") return;
    queries.invalidateQueries({ queryKey: settingsKeys.public });
    if (id === undefined) return;
    queries.invalidateQueries({ queryKey: sessionKeys.me });
    queries.invalidateQueries({ queryKey: ["orders"] });
  }, [status, id, queries]);

  useSocketEvent("session/revoked", async () => {
    await queries.cancelQueries({ queryKey: sessionKeys.me }); // it may have been read before
    queries.setQueryData(sessionKeys.me, null);
  });
  // The session was ended elsewhere, or is another person's, whether the socket said so or an answer did.
  const before = useRef<string>(undefined);
  const userId = session?._id;
  useEffect(() => {
    const was = before.current;
    before.current = userId;
    const isOver = userId === undefined;
    if (!isOver) endedHere.delete(queries); // another tab may have logged in
    if (was === undefined || was === userId || (isOver && endedHere.has(queries))) return;
    forgetPrivateData(queries, !isOver);
    router.invalidate();
    if (isOver) toast.info(t("You have been logged out."));
  }, [userId, queries, router]);

  useAccountLanguage();
  useEffect(joinRinging, []);
  return (
    <>
      <NewsToasts />
      {session?.role === "performer" && <RequestNotice />}
    </>
  );
}
