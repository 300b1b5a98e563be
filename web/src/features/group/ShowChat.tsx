import type { ReactNode } from "react";
import { Composer } from "@/chat/Composer";
import { Messages } from "@/chat/Messages";
import { TypingNote } from "@/chat/TypingNote";
import { useChat } from "@/chat/useChat";
import { cx } from "@/lib/cx";
import { useRoom } from "@/realtime/useRoom";
import { t } from "./texts";

type ShowChatProps = {
  conversationId: string;
  owned?: boolean;
  /** Over the picture of a phone. */
  over?: boolean;
  /** Between the messages and the field. */
  above?: ReactNode;
  /** Beside the field. */
  beside?: ReactNode;
};

/** The chat of those who are in the show. Give it the conversation's id as key. */
export function ShowChat(props: ShowChatProps) {
  const { conversationId, owned = false, over = false, above, beside } = props;
  useRoom(conversationId);
  const handle = useChat(conversationId, "show");
  return (
    <section aria-label={t("Chat of this show")} className="flex min-h-0 flex-1 flex-col">
      <Messages
        handle={handle}
        conversationId={conversationId}
        owned={owned}
        over={over}
        spoken={false}
      />
      <div className={cx("shrink-0", over ? "px-3" : "px-4")}>
        <TypingNote conversationId={conversationId} over={over} />
      </div>
      <div className={cx("shrink-0", !over && "border-t border-line")}>
        {above}
        <div className={over ? "px-3" : "p-4"}>
          <Composer conversationId={conversationId} onWrite={handle.write} over={over}>
            {beside}
          </Composer>
        </div>
      </div>
    </section>
  );
}
