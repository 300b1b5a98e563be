import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ApiError } from "@/api/errors";
import { publicConversation } from "@/chat/api";
import { performerProfile } from "@/performers/api";
import type { Profile } from "@/performers/types";
import { useLivePerformers } from "@/performers/useLivePerformers";
import { useRoom } from "@/realtime/useRoom";
import { useTitle } from "@/settings/useTitle";
import { ErrorState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { useWide } from "@/ui/useWide";
import { countView } from "./api";
import { PhoneRoom } from "./PhoneRoom";
import { RoomSkeleton } from "./RoomSkeleton";
import { useWatch } from "./useWatch";
import { WideRoom } from "./WideRoom";

/** What the room asks of a tip panel. */
export type TipSlot = {
  performer: Profile;
  conversationId: string | undefined;
  roomy?: boolean;
  onSent?: (tokens: number) => void;
};

export type RoomProps = {
  tipPanel: (tip: TipSlot) => ReactNode;
  /** Instead of a room that does not exist. */
  missing: ReactNode;
};

/** A performer's page: her public show, its chat, and who she is. */
export function Room({ tipPanel, missing }: RoomProps) {
  const { params } = useAddress();
  const username = params.username ?? "";
  const { data: performer, error, isPending, refetch } = useQuery(performerProfile(username));
  useTitle(performer?.name ?? (error ? "Room not found" : undefined));
  useLivePerformers();

  if (performer) return <OpenRoom key={performer._id} performer={performer} tipPanel={tipPanel} />;
  if (isPending) return <RoomSkeleton />;
  if (error instanceof ApiError && error.status === 404) return missing;
  return (
    <div className="grid min-h-[80dvh] place-content-center">
      <ErrorState title="We could not open this room" error={error} onRetry={refetch} />
    </div>
  );
}

type OpenRoomProps = Pick<RoomProps, "tipPanel"> & { performer: Profile };

function OpenRoom({ performer, tipPanel }: OpenRoomProps) {
  const conversationId = useQuery(publicConversation(performer._id)).data?._id;
  const { room } = useRoom(conversationId);
  const watching = useWatch(performer, conversationId);
  const isWide = useWide();

  const id = performer._id;
  useEffect(() => {
    // A visit that could not be counted is nobody's business here.
    countView(id).catch(() => {});
  }, [id]);

  const parts = { performer, conversationId, watching, tipPanel, present: room?.total };
  return isWide ? <WideRoom {...parts} /> : <PhoneRoom {...parts} />;
}
