import { Composer } from "@/chat/Composer";
import { Messages } from "@/chat/Messages";
import { TypingNote } from "@/chat/TypingNote";
import { useChat } from "@/chat/useChat";
import { useRoom } from "@/realtime/useRoom";

type ShowChatProps = { conversationId: string; owned?: boolean };

/** The chat of those who are in the show. Give it the conversation's id as key. */
export function ShowChat({ conversationId, owned = false }: ShowChatProps) {
  useRoom(conversationId);
  const handle = useChat(conversationId, "show");
  return (
    <section aria-label="Chat of this show" className="flex min-h-0 flex-1 flex-col">
      <Messages
        handle={handle}
        conversationId={conversationId}
        owned={owned}
        over={false}
        spoken={false}
      />
      <div className="shrink-0 px-4">
        <TypingNote conversationId={conversationId} over={false} />
      </div>
      <div className="shrink-0 border-t border-line p-4">
        <Composer conversationId={conversationId} onWrite={handle.write} />
      </div>
    </section>
  );
}
