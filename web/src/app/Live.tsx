import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatNumber, formatTokens } from "@/lib/format";
import { realtime } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import {
  forgetPrivateData,
  isLoggingOut,
  sessionKeys,
  setBalance,
  useSession,
} from "@/session/api";
import { settingsKeys, useSettings } from "@/settings/api";
import { applyColours } from "@/settings/theme";
import { playSound } from "@/ui/sound";
import { toast } from "@/ui/toast";

const tenSeconds = { duration: 10_000 };

/** What reaches the whole app over the socket: balance, settings, the end of the session, the spec's toasts (§9). */
export function Live() {
  const queries = useQueryClient();
  const router = useRouter();
  const { session, isPending } = useSession();
  const { theme, tipSound, siteName, favicon } = useSettings();
  const id = session?._id;

  // The socket is closed and recreated whenever somebody logs in or out (spec §4).
  useEffect(() => {
    if (!isPending) realtime.start(id !== undefined);
  }, [id, isPending]);

  useEffect(() => applyColours(theme), [theme]);
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute("href", favicon);
  }, [favicon]);
  useEffect(() => {
    if (!document.title) document.title = siteName;
  }, [siteName]);

  useSocketEvent("balance/changed", ({ balance }) => setBalance(queries, balance));
  useSocketEvent("settings/changed", () =>
    queries.invalidateQueries({ queryKey: settingsKeys.public }),
  );

  useSocketEvent("session/revoked", () => {
    if (session === undefined || isLoggingOut(queries)) return;
    queries.setQueryData(sessionKeys.me, null);
    forgetPrivateData(queries);
    router.invalidate();
    toast.info("You have been logged out.");
  });

  useSocketEvent("tipped", ({ senderInfo, token, netPrice }) => {
    const received = formatNumber(netPrice);
    const text = `${senderInfo.username} has tipped ${formatTokens(token)} tokens. You have received ${received}`;
    toast.success(text, tenSeconds);
    playSound(tipSound);
  });
  useSocketEvent("purchase_media_item_success", () =>
    toast.success("A content has been purchased, please check your orders menu", tenSeconds),
  );
  useSocketEvent("private-chat-request", ({ user }) =>
    toast.info(`${user.username} sent you a private chat request.`, tenSeconds),
  );
  return null;
}
