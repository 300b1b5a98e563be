import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTitle } from "@/settings/useTitle";
import { StageBar } from "@/shows/StageBar";
import { Spinner } from "@/ui/Spinner";
import { ErrorState } from "@/ui/States";
import { me } from "./api";
import { GoalSlot } from "./goals";
import { NotReady } from "./NotReady";
import { isReady, needs } from "./readiness";
import { Studio } from "./Studio";
import { t } from "./texts";
import { WheelSlot } from "./wheel";

type BroadcastPageProps = { goals?: ReactNode; wheel?: ReactNode };

/** /live: a performer checks her devices, goes live, and runs her show. */
export default function BroadcastPage({ goals, wheel }: BroadcastPageProps) {
  useTitle(t("Go live"));
  const { data: performer, error, refetch } = useQuery(me());
  if (performer === undefined && error) {
    return <ErrorState error={error} onRetry={refetch} />;
  }
  if (performer === undefined) {
    return (
      <div className="grid min-h-[70dvh] place-content-center text-fg3">
        <Spinner size={32} />
      </div>
    );
  }
  const asked = needs(performer, Date.now());
  if (!isReady(asked)) {
    return (
      <>
        <StageBar />
        <NotReady needs={asked} />
      </>
    );
  }
  return (
    <GoalSlot value={goals}>
      <WheelSlot value={wheel}>
        <Studio key={performer._id} performer={performer} />
      </WheelSlot>
    </GoalSlot>
  );
}
