import { cx } from "@/lib/cx";
import { useConnection } from "@/realtime/realtime";
import { TypingNote } from "./TypingNote";
import { t } from "./texts";

/** Under the messages: who is typing, or that the chat is cut off. */
export function StatusLine({ conversationId, over }: { conversationId: string; over: boolean }) {
  const { status } = useConnection();
  const isCutOff = status === "reconnecting" || status === "failed" || status === "disconnect";
  return (
    <div className={cx("shrink-0", over ? "px-3" : "px-4")}>
      {isCutOff ? (
        <p
          role="status"
          className={cx("h-[18px] px-1 text-caption", over ? "text-white" : "text-gold-ink")}
        >
          {t("Reconnecting to the chat…")}
        </p>
      ) : (
        <TypingNote conversationId={conversationId} over={over} />
      )}
    </div>
  );
}
