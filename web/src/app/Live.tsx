import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { partsOf } from "@/lib/href";
import { loadInTheEnd } from "@/lib/loadInTheEnd";
import { realtime } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { endedHere, forgetPrivateData, sessionKeys, setBalance, useSession } from "@/session/api";
import { useAccountLanguage } from "@/session/useAccountLanguage";
import { refreshSettings, settingsKeys, useSettings } from "@/settings/api";
import { applyColours } from "@/settings/theme";
import { lazyPart } from "@/ui/lazyPart";
import { joinRinging, ring } from "@/ui/ring";
import { toast } from "@/ui/toast";
import type { News } from "./news";
import { paths } from "./paths";
import { t } from "./texts";

const RequestNotice = lazyPart(() =>
  import("@/features/private/requests/RequestNotice").then((file) => file.RequestNotice),
);

const tenSeconds = { duration: 10_000 };

/** What reaches the whole app over the socket: balance, settings, the end of the session, the spec's toasts (§9). */
export function Live() {
  const queries = useQueryClient();
  const router = useRouter();
  const { session, isPending } = useSession();
  const { theme, tipSound, siteName, favicon, optionForPrivate } = useSettings();
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
  useSocketEvent("payment/changed", async (payment) => {
    const { told } = await loadInTheEnd(() => import("@/features/shop/told"));
    const news = told(payment);
    // The same payment tells itself once, however often it is repeated.
    if (news)
      toast[news.kind](news.text, { ...tenSeconds, id: `payment-${payment.id}-${payment.status}` });
  });
  useSocketEvent("purchase_media_item_success", () => {
    toast.success(t("A content has been purchased, please check your orders menu"), tenSeconds);
    ring(tipSound);
    queries.invalidateQueries({ queryKey: ["own-assets"] });
  });
  const tell = ({ id, text, path }: News) => {
    const show = path && { label: t("Show"), onClick: () => router.navigate(partsOf(path)) };
    toast.info(text, { ...tenSeconds, id, ...(show && { action: show }) });
  };
  useSocketEvent("tipped", async (tip) => {
    ring(tipSound);
    const { tipped } = await loadInTheEnd(() => import("./news"));
    toast.success(tipped(tip), tenSeconds);
  });
  useSocketEvent("wheel/result", async (result) => {
    if (result.status !== "pending" || result.performerId !== id) return;
    ring(tipSound);
    const { spun } = await loadInTheEnd(() => import("./news"));
    tell(spun(result));
  });
  useSocketEvent("asset/changed", async (change) => {
    const { assetChanged } = await loadInTheEnd(() => import("./news"));
    tell(assetChanged(queries, change));
  });
  useSocketEvent("purchase/changed", async (change) => {
    const { purchaseChanged } = await loadInTheEnd(() => import("@/features/store/changed"));
    purchaseChanged(queries, change);
  });
  useSocketEvent("order/changed", async (change) => {
    const { orderChanged } = await loadInTheEnd(() => import("@/orders/changed"));
    const news = orderChanged(queries, change, session?.role);
    if (news) tell(news);
  });
  useSocketEvent("private-chat/decided", async (answer) => {
    const { answered } = await loadInTheEnd(() => import("@/features/private/ask/answered"));
    const reaction = answered(answer);
    if (reaction === undefined) return;
    if ("tell" in reaction) return toast.info(reaction.tell, tenSeconds);
    const { conversationId, showId } = reaction.go;
    router.navigate(
      partsOf(paths.privateChat[optionForPrivate](conversationId, { streamId: showId })),
    );
  });
  return session?.role === "performer" ? <RequestNotice /> : null;
}
