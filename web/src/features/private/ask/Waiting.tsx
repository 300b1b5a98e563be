import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { messageOf } from "@/api/errors";
import { formatDuration } from "@/lib/time";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { useNow } from "@/ui/useNow";
import { cancelRequest, currentShow } from "../api";
import { t } from "../texts";
import type { Asked } from "./asked";
import { type Pending, watchAnswer } from "./pending";

/** How a request ended without a show. `closed`: nobody here heard why. */
export type Outcome = "declined" | "expired" | "cancelled" | "closed";

type WaitingProps = {
  performer: Asked;
  pending: Pending;
  /** She came; the show is open. */
  onAccepted: (conversationId: string, showId: string) => void;
  onOver: (outcome: Outcome) => void;
};

// Events tell at once; this finds out what was missed while the socket was away.
const lookEvery = 10_000;

/** Waits for her answer, to the second; the member may take the request back. */
export function Waiting({ performer, pending, onAccepted, onOver }: WaitingProps) {
  const { showId, conversationId, expiresAt } = pending;
  const [isBusy, setIsBusy] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);
  const [problem, setProblem] = useState<string>();
  const left = Date.parse(expiresAt) - useNow();

  useEffect(watchAnswer, []);
  useSocketEvent("private-chat/decided", ({ id, status }) => {
    if (id !== showId) return;
    if (status === "accepted") onAccepted(conversationId, showId);
    else if (status === "busy") setIsBusy(true);
    else onOver(status);
  });
  useMissedAnswer(performer._id, pending, left <= 0, { onAccepted, onOver });

  async function cancel() {
    setIsCancelling(true);
    try {
      await cancelRequest(conversationId);
      onOver("cancelled");
    } catch (error) {
      setProblem(messageOf(error));
      setIsCancelling(false);
    }
  }

  return (
    <div className="grid justify-items-center gap-2 py-4 text-center">
      <span className="animate-pulse rounded-full">
        <Avatar src={performer.avatar} size={96} live />
      </span>
      <p className="mt-2 text-h3 font-bold">
        {isBusy
          ? t("{name} is in another show", { name: performer.name })
          : t("Waiting for {name}", { name: performer.name })}
      </p>
      <p className="max-w-xs text-label font-normal text-fg2">
        {isBusy
          ? t("Your request stays open while its time runs. You may also take it back.")
          : t("The request is on screen there. You go to the show as soon as it is accepted.")}
      </p>
      <p role="timer" aria-label={t("Time left")} className="tnum mt-1 text-h1 font-extrabold">
        {formatDuration(Math.max(0, left))}
      </p>
      <Announced left={left} />
      {problem && <FieldError>{problem}</FieldError>}
      <Button
        variant="outline"
        className="mt-3"
        pending={isCancelling}
        onClick={cancel}
        autoFocus // the button that asked is gone
        data-autofocus
      >
        {t("Take the request back")}
      </Button>
    </div>
  );
}

const announcedEvery = 30;

// Read aloud every half minute, not every second.
function Announced({ left }: { left: number }) {
  const seconds = Math.ceil(Math.max(0, left) / 1000 / announcedEvery) * announcedEvery;
  return (
    <p role="status" className="sr-only">
      {t("Less than {count, plural, one {# second} other {# seconds}} left", { count: seconds })}
    </p>
  );
}

type Answers = Pick<WaitingProps, "onAccepted" | "onOver">;

function useMissedAnswer(performerId: string, pending: Pending, isLate: boolean, answers: Answers) {
  const { data, isSuccess } = useQuery({
    queryKey: ["private", "waiting", pending.showId],
    queryFn: async () => (await currentShow(performerId)) ?? null,
    refetchInterval: lookEvery,
    staleTime: 0,
    gcTime: 0,
  });
  const heard = useEffectEvent(() => {
    if (data === undefined || (data?.sessionId === pending.showId && data.status === "pending")) {
      return;
    }
    if (data?.sessionId === pending.showId) answers.onAccepted(data.conversation, data.sessionId);
    else answers.onOver(isLate ? "expired" : "closed");
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is looked at once.
  useEffect(() => {
    if (isSuccess) heard();
  }, [data, isSuccess]);
}
