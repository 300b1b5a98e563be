import { ArrowUp, X } from "lucide-react";
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
} from "react";
import { messageOf } from "@/api/errors";
import { EmojiButton } from "@/chat/EmojiButton";
import { useField } from "@/chat/useField";
import type { Message } from "@/realtime/events";
import { realtime } from "@/realtime/realtime";
import { useSession } from "@/session/api";
import { useSpendCheck } from "@/session/useSpendCheck";
import { Button, IconButton } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { AttachButton } from "./AttachButton";
import { type Conversation, setBlocked } from "./api";
import { ChosenPhotos } from "./ChosenPhotos";
import { type OutgoingPhoto, takeChosen } from "./outgoing";
import { PhotoWord } from "./PhotoWord";
import { PriceNote } from "./PriceNote";
import { nameOf } from "./people";
import { t } from "./texts";
import type { useChoosing } from "./useChoosing";

/** Characters of a direct message (behaviours.md, Messages). */
export const maxDirect = 2000;

export type WriterHandle = { focus: () => void };

type WriterProps = {
  ref: Ref<WriterHandle>;
  conversation: Conversation;
  /** Under which name what was begun is kept. */
  draft: string;
  /** The reader performs, and sells to the other. */
  sells: boolean;
  /** Where tokens are bought. */
  topUp: string | undefined;
  /** What the line will answer. */
  quote: Message | undefined;
  onDropQuote: () => void;
  choosing: ReturnType<typeof useChoosing>;
  /** A text, photos, or both. */
  onWrite: (text: string | undefined, photos: readonly OutgoingPhoto[]) => void;
};

/** The field of a conversation: Enter sends, with Shift it begins a line; on touch the button sends. */
export function Writer(props: WriterProps) {
  const { ref, conversation, draft, quote, onDropQuote, choosing, sells, topUp, onWrite } = props;
  const { _id: conversationId, isBlocked, messagePrice = 0 } = conversation;
  const { session } = useSession();
  const { check, question } = useSpendCheck();
  const isShort = messagePrice > (session?.balance ?? 0);
  const field = useField<HTMLTextAreaElement>({
    draft,
    maxLength: maxDirect,
    onTyping: () => realtime.emit("conversation/typing", { conversationId }),
  });
  useImperativeHandle(ref, () => ({ focus: field.focus }));

  function send(event?: FormEvent) {
    event?.preventDefault();
    const count = choosing.count + (field.isBlank ? 0 : 1);
    if (count === 0 || isShort) return;
    if (messagePrice === 0) leave();
    else check(messagePrice * count, t("on messages"), leave);
  }

  function leave() {
    const photos = takeChosen(draft);
    const line = field.isBlank ? undefined : field.take(); // which shows a phone's keyboard
    onWrite(line, photos);
  }

  // A text that comes with a picture of itself, as from a table, is a text.
  function paste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    choosing.add([...files]);
  }

  function key(event: KeyboardEvent) {
    if (event.key === "Escape" && quote) {
      event.preventDefault();
      onDropQuote();
    }
    const isTouch = window.matchMedia("(pointer: coarse)").matches;
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || isTouch) return;
    event.preventDefault();
    send();
  }

  if (isBlocked) return <BlockedNote conversation={conversation} />;
  return (
    <div className="shrink-0 border-t border-line px-3 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] lg:px-5">
      {quote && (
        <div className="mb-2 flex items-center gap-2 rounded-md border-s-2 border-brand-ink bg-s2 ps-3">
          <p className="min-w-0 flex-1 py-1.5 text-caption">
            <b className="block truncate font-semibold">
              {t("Reply to {username}", { username: quote.senderInfo.username })}
            </b>
            <span className="block truncate text-fg2">
              {quote.type === "photo" ? <PhotoWord /> : quote.text}
            </span>
          </p>
          <IconButton label={t("Do not reply to this")} onClick={onDropQuote}>
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      )}
      {messagePrice > 0 && <PriceNote price={messagePrice} topUp={topUp} />}
      <ChosenPhotos draft={draft} buyer={sells ? nameOf(conversation) : undefined} />
      <form
        aria-label={t("Write a message")}
        onSubmit={send}
        className="flex items-end gap-1 rounded-[24px] border border-line bg-s2 ps-1 pe-1 focus-within:border-line2 has-focus-visible:outline-2 has-focus-visible:outline-brand-ink"
      >
        <AttachButton accepted={choosing.accepted} onFiles={choosing.add} />
        <textarea
          {...field.props}
          rows={1}
          aria-label={t("Message")}
          placeholder={t("Write a message…")}
          autoComplete="off"
          onKeyDown={key}
          onPaste={paste}
          className="max-h-40 min-w-0 flex-1 resize-none [field-sizing:content] bg-transparent py-[11px] text-body outline-none placeholder:text-fg3 [scrollbar-width:thin]"
        />
        {field.left < 200 && (
          <span className="tnum shrink-0 self-center px-1 text-caption text-fg2">
            <span aria-hidden>{field.left}</span>
            <span className="sr-only">
              {t("{count, plural, one {# character left} other {# characters left}}", {
                count: field.left,
              })}
            </span>
          </span>
        )}
        <EmojiButton over={false} onPick={field.insert} />
        <button
          type="submit"
          aria-label={t("Send message")}
          disabled={(field.isBlank && choosing.count === 0) || isShort}
          className="my-0.5 grid size-11 shrink-0 place-items-center rounded-full bg-brand text-on-brand transition-opacity disabled:opacity-40"
        >
          <ArrowUp size={20} aria-hidden />
        </button>
      </form>
      {question}
    </div>
  );
}

function BlockedNote({ conversation }: { conversation: Conversation }) {
  const unblock = () =>
    setBlocked(conversation._id, false).catch((error) => toast.error(messageOf(error)));
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-center gap-3 border-t border-line p-4 pb-[calc(16px+env(safe-area-inset-bottom))]">
      <p className="text-label font-normal text-fg2">
        {t("You have blocked {name}.", { name: nameOf(conversation) })}
      </p>
      <Button variant="outline" onClick={unblock}>
        {t("Unblock")}
      </Button>
    </div>
  );
}
