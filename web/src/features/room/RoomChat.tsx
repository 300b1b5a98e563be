import type { ReactNode } from "react";
import { Composer } from "@/chat/Composer";
import { Messages } from "@/chat/Messages";
import { TypingNote } from "@/chat/TypingNote";
import { useChat } from "@/chat/useChat";
import { cx } from "@/lib/cx";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";

type RoomChatProps = {
  performer: { _id: string };
  conversationId: string | undefined;
  spoken: boolean;
  onTip: () => void;
  over?: boolean;
  /** Between the messages and the field. */
  above?: ReactNode;
  /** Beside the field. */
  beside?: ReactNode;
};

/** The public chat of a room: messages, who is typing, and the field. */
export function RoomChat(props: RoomChatProps) {
  const { conversationId, above } = props;
  if (conversationId === undefined) {
    return (
      <>
        <div className="min-h-0 flex-1" />
        {above && <div className="border-t border-line">{above}</div>}
      </>
    );
  }
  return <OpenChat key={conversationId} {...props} conversationId={conversationId} />;
}

function OpenChat(props: RoomChatProps & { conversationId: string }) {
  const { performer, conversationId, spoken, onTip, over = false, above, beside } = props;
  const handle = useChat(conversationId);
  const { session, role } = useSession();
  const { status } = useConnection();
  const owned = session?._id === performer._id;

  useSocketEvent("room/tip", (tip) => tip.conversationId === conversationId && onTip());

  return (
    <>
      <Messages
        handle={handle}
        conversationId={conversationId}
        owned={owned || role === "admin"}
        over={over}
        spoken={spoken}
      />
      <div className={cx("shrink-0", over ? "px-3" : "px-4")}>
        {status === "reconnecting" || status === "failed" || status === "disconnect" ? (
          <p
            role="status"
            className={cx("h-[18px] px-1 text-caption", over ? "text-white" : "text-gold-ink")}
          >
            Reconnecting to the chat…
          </p>
        ) : (
          <TypingNote conversationId={conversationId} over={over} />
        )}
      </div>
      <div className={cx("shrink-0", !over && "border-t border-line")}>
        {above}
        <div className={over ? "px-3" : "p-4"}>
          <Composer
            conversationId={conversationId}
            onWrite={handle.write}
            over={over}
            refusal={role === "performer" && !owned ? "You chat in your own room only." : undefined}
          >
            {beside}
          </Composer>
        </div>
      </div>
    </>
  );
}
