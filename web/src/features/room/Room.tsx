import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { publicConversation } from "@/chat/api";
import { performerProfile } from "@/performers/api";
import { knownCard } from "@/performers/known";
import { useLivePerformers } from "@/performers/useLivePerformers";
import { isComplete, wheelOf } from "@/performers/wheel";
import { useRoom } from "@/realtime/useRoom";
import { useTitle } from "@/settings/useTitle";
import { ErrorState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { useWide } from "@/ui/useWide";
import { countView } from "./api";
import { PhoneRoom } from "./PhoneRoom";
import { RoomSkeleton } from "./RoomSkeleton";
import type { RoomParts, RoomSlots } from "./roomParts";
import { t } from "./texts";
import { useFirstPicture } from "./useFirstPicture";
import { useWatch } from "./useWatch";
import { WideRoom } from "./WideRoom";

/** So long the rest of a live room waits for the first picture, in milliseconds. */
const pictureTimeout = 1000;

export type RoomProps = RoomSlots & {
  /** Instead of a room that does not exist. */
  missing: ReactNode;
};

/**
 * A performer's page: her public show, its chat, and who she is. Who comes from a list sees the
 * stage at once, drawn from her card.
 */
export function Room({ missing, ...slots }: RoomProps) {
  const username = useParam(paths.room);
  const queries = useQueryClient();
  const { data: profile, error, refetch } = useQuery(performerProfile(username));
  useTitle(profile?.name ?? (error ? t("Room not found") : undefined));
  useLivePerformers();

  if (!profile && error instanceof ApiError && error.status === 404) return missing;
  if (!profile && error) {
    return (
      <div className="grid min-h-[80dvh] place-content-center">
        <ErrorState title={t("We could not open this room")} error={error} onRetry={refetch} />
      </div>
    );
  }
  const performer = profile ?? knownCard(queries, username);
  if (performer === undefined) return <RoomSkeleton />;
  return <OpenRoom key={performer._id} performer={performer} profile={profile} {...slots} />;
}

type OpenRoomProps = Omit<RoomProps, "missing"> & Pick<RoomParts, "performer" | "profile">;

function OpenRoom({ performer, profile, wheelPanel, ...slots }: OpenRoomProps) {
  const id = performer._id;
  // The stage first, also where nothing is on: the rest is drawn in pieces, between which a finger is heard.
  const [settled, setSettled] = useState(false);
  const conversation = useQuery({ ...publicConversation(id), enabled: settled }).data;
  // The chat that comes with it is drawn in pieces, between which a finger is heard.
  const conversationId = useDeferredValue(conversation?._id);
  const { room } = useRoom(conversationId);
  const watching = useWatch(performer, conversationId);
  const wheel = useQuery({ ...wheelOf(id), enabled: settled && wheelPanel !== undefined });
  // A wheel that could not be loaded says so in its own panel.
  const hasWheel = wheel.data === undefined ? Boolean(wheel.error) : isComplete(wheel.data);
  const isWide = useWide();
  useFirstPicture(performer, watching, pictureTimeout, () => setSettled(true));

  useEffect(() => {
    // A visit that could not be counted is nobody's business here.
    if (settled) countView(id).catch(() => {});
  }, [id, settled]);

  const parts = {
    performer,
    profile: settled ? profile : undefined,
    conversationId,
    watching,
    present: room?.total,
    ...slots,
    ...(hasWheel && wheelPanel && { wheelPanel }),
  };
  return isWide ? <WideRoom {...parts} /> : <PhoneRoom {...parts} />;
}
