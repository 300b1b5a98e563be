import { useEffect, useRef } from "react";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSettings } from "@/settings/api";
import { ring } from "@/ui/ring";
import { toast } from "@/ui/toast";
import type { Request } from "../api";
import { t } from "../texts";
import { type Answer, isAnswering } from "./answering";
import { useAnswer } from "./useAnswer";
import { useRequests } from "./useRequests";

const tenSeconds = 10_000;

const underWay = (): Record<Answer, string> => ({
  accept: t("Opening the show…"),
  decline: t("Declining…"),
});

/** Tells a performer of a new request wherever she is, and takes her answer (spec §9). */
export function RequestNotice() {
  const { tipSound } = useSettings();
  const answer = useAnswer();

  function tell(request: Request, problem?: string) {
    const { id, user } = request;
    const text = t("{username} sent you a private chat request.", { username: user.username });
    const give = (kind: Answer) => () => {
      send(kind, request);
      return true; // it stays until the answer is known
    };
    const choices = {
      action: { label: t("Accept"), onClick: give("accept") },
      cancel: { label: t("Decline"), onClick: give("decline") },
    };
    if (problem === undefined) toast.info(text, { id, duration: tenSeconds, ...choices });
    else toast.error(problem, { id, duration: tenSeconds, ...choices });
  }

  async function send(kind: Answer, request: Request) {
    if (isAnswering(request.id)) return;
    toast.wait(underWay()[kind], { id: request.id });
    const problem = await answer(kind, request);
    if (problem === undefined) toast.dismiss(request.id);
    else tell(request, problem);
  }

  useNews((request) => {
    tell(request);
    ring(tipSound);
  });
  useSocketEvent("private-chat/closed", ({ id }) => {
    if (!isAnswering(id)) toast.dismiss(id);
  });
  return null;
}

/** Tells each request once: when it comes, or when it is found to have come while nobody listened. */
function useNews(tell: (request: Request) => void) {
  const { requests, isKnown } = useRequests();
  const told = useRef<Set<string>>(undefined);
  useSocketEvent("private-chat-request", (request) => {
    told.current?.add(request.id);
    tell(request);
  });
  useEffect(() => {
    if (!isKnown) return;
    const known = told.current;
    told.current = new Set([...(known ?? []), ...requests.map(({ id }) => id)]);
    if (known === undefined) return; // the first list: the bell shows what was open before
    for (const request of requests) if (!known.has(request.id)) tell(request);
  });
}
