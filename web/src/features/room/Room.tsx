import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ApiError } from "@/api/errors";
import { publicConversation } from "@/chat/api";
import { performerProfile } from "@/performers/api";
import { knownCard } from "@/performers/known";
import { RoomPreview } from "@/performers/RoomPreview";
import type { Profile } from "@/performers/types";
import { useLivePerformers } from "@/performers/useLivePerformers";
import { isComplete, wheelOf } from "@/performers/wheel";
import { useRoom } from "@/realtime/useRoom";
import { useTitle } from "@/settings/useTitle";
import { ErrorState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { useWide } from "@/ui/useWide";
import { countView } from "./api";
import { PhoneRoom } from "./PhoneRoom";
import { RoomSkeleton } from "./RoomSkeleton";
import type { ActionSlot, GoalSlot, TipSlot } from "./roomParts";
import { useWatch } from "./useWatch";
import { WideRoom } from "./WideRoom";

export type RoomProps = {
  tipPanel: (tip: TipSlot) => ReactNode;
  /** The ways into her paid shows. */
  actions?: (action: ActionSlot) => ReactNode;
  /** Her wheel, when she has one. */
  wheelPanel?: (wheel: TipSlot) => ReactNode;
  /** What the room collects for, and how far it is. */
  goalBar?: (goal: GoalSlot) => ReactNode;
  /** Instead of a room that does not exist. */
  missing: ReactNode;
};

/** A performer's page: her public show, its chat, and who she is. */
export function Room({ tipPanel, wheelPanel, goalBar, actions, missing }: RoomProps) {
  const { params } = useAddress();
  const queries = useQueryClient();
  const username = params.username ?? "";
  const { data: performer, error, isPending, refetch } = useQuery(performerProfile(username));
  useTitle(performer?.name ?? (error ? "Room not found" : undefined));
  useLivePerformers();

  if (performer) {
    const slots = {
      tipPanel,
      ...(wheelPanel && { wheelPanel }),
      ...(goalBar && { goalBar }),
      ...(actions && { actions }),
    };
    return <OpenRoom key={performer._id} performer={performer} {...slots} />;
  }
  if (isPending) {
    const card = knownCard(queries, username); // of the list that led here
    return card ? <RoomPreview performer={card} /> : <RoomSkeleton />;
  }
  if (error instanceof ApiError && error.status === 404) return missing;
  return (
    <div className="grid min-h-[80dvh] place-content-center">
      <ErrorState title="We could not open this room" error={error} onRetry={refetch} />
    </div>
  );
}

type OpenRoomProps = Omit<RoomProps, "missing"> & {
  performer: Profile;
};

function OpenRoom({ performer, tipPanel, wheelPanel, goalBar, actions }: OpenRoomProps) {
  const conversationId = useQuery(publicConversation(performer._id)).data?._id;
  const { room } = useRoom(conversationId);
  const watching = useWatch(performer, conversationId);
  const hasWheel = isComplete(useQuery(wheelOf(performer._id)).data);
  const isWide = useWide();

  const id = performer._id;
  useEffect(() => {
    // A visit that could not be counted is nobody's business here.
    countView(id).catch(() => {});
  }, [id]);

  const parts = {
    performer,
    conversationId,
    watching,
    tipPanel,
    present: room?.total,
    ...(hasWheel && wheelPanel && { wheelPanel }),
    ...(goalBar && { goalBar }),
    ...(actions && { actions }),
  };
  return isWide ? <WideRoom {...parts} /> : <PhoneRoom {...parts} />;
}
