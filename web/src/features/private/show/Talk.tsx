import type { ReactNode } from "react";
import { Composer } from "@/chat/Composer";
import { Messages } from "@/chat/Messages";
import { TypingNote } from "@/chat/TypingNote";
import { useChat } from "@/chat/useChat";
import { useSpoken } from "@/chat/useSpoken";
import { cx } from "@/lib/cx";

type TalkProps = {
  conversationId: string;
  over?: boolean;
  /** Between the messages and the field. */
  above?: ReactNode;
  /** Beside the field. */
  beside?: ReactNode;
};

/** What the two of them write to each other; nobody who looks in reads it. */
export function Talk({ conversationId, over = false, above, beside }: TalkProps) {
  const chat = useChat(conversationId);
  const { spoken } = useSpoken();
  return (
    <>
      <Messages handle={chat} conversationId={conversationId} over={over} spoken={spoken} />
      <div className={cx("shrink-0", over ? "px-3" : "px-4")}>
        <TypingNote conversationId={conversationId} over={over} />
      </div>
      <div className={cx("shrink-0", !over && "border-t border-line")}>
        {above}
        <div className={over ? "px-3" : "p-4"}>
          <Composer conversationId={conversationId} onWrite={chat.write} over={over}>
            {beside}
          </Composer>
        </div>
      </div>
    </>
  );
}
