import { GroupAction } from "@/features/group/GroupAction";
import { PeekAction } from "@/features/peekin/PeekAction";
import { PrivateAction } from "@/features/private/ask/PrivateAction";
import type { ActionSlot } from "@/features/room/roomParts";

/** The way into her paid show that fits what she does now. */
export function WayIn({ topUp, ...action }: ActionSlot & { topUp: string | undefined }) {
  const { streamingStatus: doing, peekIn } = action.performer;
  const busy = doing === "group" || doing === "private";
  return (
    <>
      {doing === "group" && <GroupAction {...action} />}
      {!busy && <PrivateAction {...action} topUp={topUp} />}
      <PeekAction {...action} offered={doing === "private" && peekIn} topUp={topUp} />
    </>
  );
}
