import type { ServerEvents } from "@/realtime/events";
import { t } from "../texts";
import { isAnswerWatched, rememberedPending, rememberPending } from "./pending";

type Answer = ServerEvents["private-chat/decided"];

/** What the tab that asked does about an answer: it goes to the show, or tells the member. */
export type Reaction = { go: { conversationId: string; showId: string } } | { tell: string };

/** Undefined when another tab asked, or when the answer is shown where it was waited for. */
export function answered({ id, conversationId, status }: Answer): Reaction | undefined {
  if (rememberedPending()?.showId !== id) return undefined;
  if (status === "accepted") {
    rememberPending(undefined);
    return { go: { conversationId, showId: id } };
  }
  if (isAnswerWatched()) return undefined;
  if (status !== "busy") rememberPending(undefined);
  return { tell: outside()[status] };
}

const outside = () =>
  ({
    declined: t("Your request for a private show was declined."),
    cancelled: t("Your request for a private show was taken back."),
    expired: t("Your request for a private show was not answered in time."),
    busy: t("Your request waits until another show has ended."),
  }) as const;
