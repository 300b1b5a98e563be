import { useQuery } from "@tanstack/react-query";
import { useStore } from "zustand";
import { publicConversation } from "@/chat/api";
import { useRoom } from "@/realtime/useRoom";
import { StageBar } from "@/shows/StageBar";
import { Spinner } from "@/ui/Spinner";
import { ErrorState } from "@/ui/States";
import type { Me } from "./api";
import { BeforeShow } from "./BeforeShow";
import { Held } from "./Held";
import { LeaveGuard } from "./LeaveGuard";
import { OnAir } from "./OnAir";
import { ShowSummary } from "./ShowSummary";
import type { Stage } from "./stage";
import { TakeoverDialog } from "./TakeoverDialog";
import { useStage } from "./useStage";

/** The stage of a performer who may go live. */
export function Studio({ performer }: { performer: Me }) {
  const conversation = useQuery(publicConversation(performer._id));
  const conversationId = conversation.data?._id;
  const { room } = useRoom(conversationId);
  const { camera, broadcast, failure, look } = useStage(performer._id, conversationId);
  const stage: Stage = { performer, camera, broadcast, room };

  const problem = failure ?? (conversationId === undefined ? conversation.error : null);
  if (problem) {
    return (
      <ErrorState
        error={problem}
        onRetry={() => {
          conversation.refetch();
          look();
        }}
      />
    );
  }
  if (conversationId === undefined) {
    return (
      <div className="grid min-h-[70dvh] place-content-center text-fg3">
        <Spinner size={32} />
      </div>
    );
  }
  return (
    <>
      <Scene stage={stage} conversationId={conversationId} />
      <TakeoverDialog broadcast={broadcast} />
      <LeaveGuard broadcast={broadcast} />
    </>
  );
}

function Scene({ stage, conversationId }: { stage: Stage; conversationId: string }) {
  const phase = useStore(stage.broadcast.store, (state) => state.phase);
  switch (phase.name) {
    case "live":
    case "reconnecting":
      return <OnAir stage={stage} conversationId={conversationId} />;
    case "held":
      return (
        <>
          <StageBar />
          <Held stage={stage} />
        </>
      );
    case "ended":
      return (
        <>
          <StageBar />
          <ShowSummary summary={phase.summary} onAgain={stage.broadcast.check} />
        </>
      );
    default:
      return (
        <>
          <StageBar />
          <BeforeShow stage={stage} />
        </>
      );
  }
}
