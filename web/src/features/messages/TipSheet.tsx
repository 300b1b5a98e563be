import type { TipPanel } from "@/declared/slots";
import { Sheet } from "@/ui/Dialog";
import type { Conversation } from "./api";
import { nameOf } from "./people";
import { t } from "./texts";

type TipSheetProps = {
  conversation: Conversation;
  tipPanel: NonNullable<TipPanel>;
  onClose: () => void;
};

/** A tip for the performer of a conversation, whose line both see in it. */
export function TipSheet({ conversation, tipPanel, onClose }: TipSheetProps) {
  const { _id, sourceId = "" } = conversation;
  const name = nameOf(conversation);
  return (
    <Sheet open onClose={onClose} title={t("Tip {name}", { name })}>
      {tipPanel({
        performer: { _id: sourceId, name },
        conversationId: _id,
        roomy: true,
        direct: true,
        onSent: onClose,
      })}
    </Sheet>
  );
}
