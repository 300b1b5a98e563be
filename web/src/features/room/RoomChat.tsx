import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { texts } from "@/api/errors";
import { publicConversation } from "@/chat/api";
import { ChatStatus } from "@/chat/ChatStatus";
import { ChatTrouble } from "@/chat/ChatTrouble";
import { Composer } from "@/chat/Composer";
import { Messages } from "@/chat/Messages";
import { useChat } from "@/chat/useChat";
import { cx } from "@/lib/cx";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { t } from "./texts";
import { Welcome } from "./Welcome";

type RoomChatProps = {
  performer: { _id: string; name?: string; welcomeMessage?: string };
  conversationId: string | undefined;
  spoken: boolean;
  onTip: () => void;
  over?: boolean;
  /** Between the messages and the field. */
  above?: ReactNode;
  /** Beside the field. */
  beside?: ReactNode;
};

/**
 * The public chat of a room: messages, who is typing, and the field. What stands `above` the field
 * and `beside` it is the same before and after the conversation is known, at the same place.
 */
export function RoomChat(props: RoomChatProps) {
  const { performer, conversationId, spoken, onTip, over = false, above, beside } = props;
  const handle = useChat(conversationId);
  const { session, role } = useSession();
  const owned = session?._id === performer._id;

  useSocketEvent("room/tip", (tip) => tip.conversationId === conversationId && onTip());

  return (
    <>
      {conversationId === undefined ? (
        <div className="min-h-0 flex-1">
          <NoChat performerId={performer._id} over={over} />
        </div>
      ) : (
        <>
          <Messages
            handle={handle}
            conversationId={conversationId}
            owned={owned || role === "admin"}
            over={over}
            spoken={spoken}
          />
          {performer.welcomeMessage && !owned && (
            <Welcome name={performer.name ?? ""} text={performer.welcomeMessage} over={over} />
          )}
          <ChatStatus conversationId={conversationId} over={over} />
        </>
      )}
      <div className={cx("shrink-0", !over && "border-t border-line")}>
        {above}
        <div className={over ? "px-3" : "p-4"}>
          <Composer
            conversationId={conversationId}
            onWrite={handle.write}
            over={over}
            refusal={
              role === "performer" && !owned ? t("You chat in your own room only.") : undefined
            }
          >
            {beside}
          </Composer>
        </div>
      </div>
    </>
  );
}

// Until the conversation is known; that it could not be asked for is said, and asked again here.
function NoChat({ performerId, over }: { performerId: string; over: boolean }) {
  const { error, refetch } = useQuery(publicConversation(performerId));
  if (!error) return null;
  return <ChatTrouble problem={texts.loadFailed()} onRetry={refetch} over={over} />;
}
