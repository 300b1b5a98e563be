import type { ActionSlot, TopUp } from "@/declared/slots";
import { GroupAction } from "@/features/group/GroupAction";
import { PrivateAction } from "@/features/private/ask/PrivateAction";
import { slots } from "./slots";

const { PeekAction } = slots;

/** The way into her paid show that fits what she does now. */
export function WayIn({ topUp, ...action }: ActionSlot & TopUp) {
  const { streamingStatus: doing, peekIn } = action.performer;
  const busy = doing === "group" || doing === "private";
  return (
    <>
      {doing === "group" && <GroupAction {...action} />}
      {!busy && <PrivateAction {...action} topUp={topUp} />}
      {PeekAction && (
        <PeekAction {...action} offered={doing === "private" && peekIn} topUp={topUp} />
      )}
    </>
  );
}
