import { Avatar } from "@/ui/Avatar";
import type { Conversation } from "./api";
import { t } from "./texts";

/** The picture of whom one talks to, with a dot while they are here. */
export function Face({ conversation, size }: { conversation: Conversation; size: number }) {
  return (
    <span className="relative shrink-0">
      <Avatar src={conversation.recipientInfo?.avatar} size={size} />
      {conversation.isOnline && (
        <span
          role="img"
          aria-label={t("Online")}
          className="absolute end-0 bottom-0 size-3.5 rounded-full border-2 border-bg bg-ok"
        />
      )}
    </span>
  );
}
