import { GroupAction } from "@/features/group/GroupAction";
import { PeekAction } from "@/features/peekin/PeekAction";
import { PrivateAction } from "@/features/private/ask/PrivateAction";
import type { ActionSlot } from "@/features/room/roomParts";

/** The way into her paid show that fits what she does now. */
export function WayIn({ topUp, ...action }: ActionSlot & { topUp: string | undefined }) {
  switch (action.performer.streamingStatus) {
    case "group":
      return <GroupAction {...action} />;
    case "private":
      return action.performer.peekIn && <PeekAction {...action} topUp={topUp} />;
    default:
      return <PrivateAction {...action} topUp={topUp} />;
  }
}
