import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { texts } from "@/api/errors";
import { useSession } from "@/session/api";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useWide } from "@/ui/useWide";
import { conversationWith, type Recipient } from "./api";
import { BackButton } from "./BackButton";
import { raise } from "./cache";
import type { PayWays } from "./pay";
import { Thread } from "./Thread";

type TalkProps = { recipient: Recipient; ways: Partial<PayWays>; onBack: () => void };

/** The conversation with somebody, opened when there is none yet. */
export function Talk({ recipient, ways, onBack }: TalkProps) {
  const queries = useQueryClient();
  const { session } = useSession();
  const talk = useQuery(conversationWith(queries, recipient));
  const isWide = useWide();
  const { data } = talk;
  const problem = talk.error;
  const id = data?._id;

  useEffect(() => {
    if (problem) toast.error(texts.loadFailed(), { id: "messages" });
  }, [problem]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened, not whenever it changes.
  useEffect(() => {
    if (data) raise(queries, data);
  }, [id, queries]);
  useEffect(() => {
    if (isWide) return;
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      const isOver = document.querySelector("dialog[open], [popover]:popover-open") !== null;
      if (key === "Escape" && !defaultPrevented && !isOver) onBack();
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [isWide, onBack]);

  if (data && session)
    return (
      <Thread key={data._id} conversation={data} session={session} ways={ways} onBack={onBack} />
    );
  return (
    <>
      <div className="flex h-16 shrink-0 items-center gap-3 border-b border-line px-2 lg:px-5">
        <BackButton onBack={onBack} />
        {!problem && <Skeleton className="size-10 rounded-full" />}
        {!problem && <Skeleton className="h-4 w-32" />}
      </div>
      {problem && data === undefined && (
        <ErrorState error={problem} onRetry={() => talk.refetch()} />
      )}
    </>
  );
}
