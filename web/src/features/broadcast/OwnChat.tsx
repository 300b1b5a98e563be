import { Eraser } from "lucide-react";
import { useState } from "react";
import { clearConversation } from "@/chat/api";
import { ChatStatus } from "@/chat/ChatStatus";
import { Composer } from "@/chat/Composer";
import { Messages } from "@/chat/Messages";
import { SpeechSwitch, useSpoken } from "@/chat/useSpoken";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { AwaySwitch } from "./AwaySwitch";
import type { OpenStage } from "./stage";
import { t } from "./texts";

type OwnChatProps = { stage: OpenStage; over?: boolean };

/** The chat of her own room: she writes as the performer, and may delete any line. */
export function OwnChat({ stage: { chat, conversationId }, over = false }: OwnChatProps) {
  const speech = useSpoken();
  return (
    <>
      {!over && (
        <div className="flex h-12 shrink-0 items-center justify-end border-b border-line px-2">
          <span className="me-auto ms-2 max-w-56">
            <AwaySwitch brief />
          </span>
          <SpeechSwitch {...speech} />
          <ClearChat conversationId={conversationId} />
        </div>
      )}
      <Messages
        handle={chat}
        conversationId={conversationId}
        owned
        over={over}
        spoken={speech.spoken}
      />
      <ChatStatus conversationId={conversationId} over={over} />
      <div className={cx("shrink-0", over ? "px-3" : "border-t border-line p-4")}>
        <Composer conversationId={conversationId} onWrite={chat.write} over={over} />
      </div>
    </>
  );
}

/** Empties the room's chat for everyone, after a question. */
export function ClearChat({ conversationId }: { conversationId: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        <Eraser size={16} aria-hidden />
        {t("Clear chat")}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("Clear the chat?")}
        description={t(
          "Every message disappears for everyone in your room. It cannot be brought back.",
        )}
        verb={t("Clear chat")}
        onConfirm={() => clearConversation(conversationId)}
      />
    </>
  );
}
