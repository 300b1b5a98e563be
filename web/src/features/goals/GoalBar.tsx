import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PartyPopper, Target } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Progress } from "@/ui/Progress";
import { LoadFailure } from "@/ui/States";
import { currentGoal, type Goal, goalKeys } from "./api";
import { t } from "./texts";

export type GoalBarProps = {
  performer: { _id: string };
  /** The public room of the performer. */
  conversationId: string | undefined;
  /** Over the video, with a shadow instead of a surface. */
  over?: boolean;
  /** A goal has just been reached. */
  onReached?: () => void;
};

const partyTime = 6000;

/** What the room collects for, and how far it is. Nothing while there is no goal. */
export function GoalBar({ performer, conversationId, over = false, onReached }: GoalBarProps) {
  const current = useGoal(performer._id, conversationId);
  const reached = useReached(performer._id, onReached);
  const shown = reached ?? current.data;
  if (!shown) return <LoadFailure query={current} what={t("The goal")} inset={!over} />;
  return (
    <section
      aria-label={t("Goal")}
      className={cx(
        over
          ? "w-fit min-w-52 max-w-full rounded-md bg-black/55 px-3 py-2 text-white backdrop-blur-md"
          : "border-b border-line px-4 py-2.5",
      )}
    >
      <p className="flex items-center gap-2 text-label leading-5 font-semibold">
        {shown.done ? (
          <PartyPopper size={16} aria-hidden className={over ? "text-gold" : "text-gold-ink"} />
        ) : (
          <Target size={16} aria-hidden className={over ? "text-white/80" : "text-fg3"} />
        )}
        <span className="min-w-0 flex-1 truncate" title={shown.title}>
          {shown.title}
        </span>
        <span className="tnum shrink-0 font-normal">
          <b className="font-bold">{formatTokens(shown.reached)}</b> / {formatTokens(shown.target)}
        </span>
      </p>
      <Progress
        label={t("Goal: {title}", { title: shown.title })}
        value={shown.reached}
        max={shown.target}
        className={cx("mt-1.5", over && "bg-white/25")}
      />
      <p role="status" className={cx("text-caption", over ? "text-gold" : "text-gold-ink")}>
        {shown.done && <span className="mt-1 block">{t("Goal reached!")}</span>}
      </p>
    </section>
  );
}

/** The current goal, followed over the socket; asked for again after a reconnect by the room's state. */
function useGoal(performerId: string, conversationId: string | undefined) {
  const queries = useQueryClient();
  const current = useQuery(currentGoal(performerId));
  // An answer that is still on its way is older than what was told.
  function tell(goal: Goal | undefined) {
    const queryKey = goalKeys.current(performerId);
    queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, goal ?? null);
  }
  useSocketEvent("room/goal", (told) => {
    if (told.performerId === performerId) tell(told.goal);
  });
  useSocketEvent("room/state", (room) => {
    if (room.conversationId === conversationId) tell(room.goal);
  });
  return current;
}

/** The goal that has just been reached, for as long as it is celebrated. */
function useReached(performerId: string, onReached: (() => void) | undefined): Goal | undefined {
  const [reached, setReached] = useState<Goal>();
  useSocketEvent("room/goal", (told) => {
    const last = told.reached.at(-1);
    if (told.performerId !== performerId || last === undefined) return;
    setReached(last);
    onReached?.();
  });
  useEffect(() => {
    if (reached === undefined) return;
    const timer = setTimeout(() => setReached(undefined), partyTime);
    return () => clearTimeout(timer);
  }, [reached]);
  return reached;
}
