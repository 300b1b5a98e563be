import { SendHorizontal } from "lucide-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { realtime } from "@/realtime/realtime";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { drafts } from "@/ui/drafts";
import { EmojiButton } from "./EmojiButton";
import { t } from "./texts";

/** Characters of a line in a room (behaviours.md, Messages). */
export const maxLine = 300;

// How often the room is told that somebody writes, in milliseconds.
const typingEvery = 2500;

type FieldProps = {
  conversationId: string;
  onWrite: (text: string) => void;
  over?: boolean;
  /** Why this visitor may not write here. */
  refusal?: string | undefined;
};

type ComposerProps = Omit<FieldProps, "conversationId"> & {
  /** Undefined until it is known: the place of the field is kept, so that nothing moves under a finger. */
  conversationId: string | undefined;
  /** Beside the field, such as the Tip button. */
  children?: ReactNode;
};

/** The field to write in, and what stands beside it. */
export function Composer({ conversationId, children, ...rest }: ComposerProps) {
  return (
    <div className="flex items-center gap-2">
      {conversationId === undefined ? (
        <span aria-hidden className={frameOf(rest.over)} />
      ) : (
        <Field key={conversationId} conversationId={conversationId} {...rest} />
      )}
      {children}
    </div>
  );
}

const frameOf = (over = false) =>
  cx(
    "flex h-12 min-w-0 flex-1 items-center gap-1 rounded-full pe-1 ps-4 text-body",
    over
      ? "bg-black/45 text-white backdrop-blur-md"
      : "border border-line bg-s2 focus-within:border-line2",
  );

// A guest who presses it is asked to log in.
function Field({ conversationId, onWrite, over = false, refusal }: FieldProps) {
  const { isLoggedIn, isPending } = useSession();
  const draft = `chat:${conversationId}`;
  const [text, setText] = useState(() => wordsOf(drafts.get(draft)));
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const told = useRef(0);
  const caret = useRef<number>(undefined);
  const frame = frameOf(over);

  function type(value: string) {
    setText(value);
    // Turning the device draws another room around the same line.
    drafts.set(draft, { words: value });
    if (value.trim() === "" || Date.now() - told.current < typingEvery) return;
    told.current = Date.now();
    realtime.emit("room/typing", { conversationId });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const line = text.trim();
    if (line === "") return;
    onWrite(line);
    setText("");
    drafts.delete(draft);
    told.current = 0;
    caret.current = undefined;
    field.current?.focus();
  }

  /** At the caret, as often as one likes: the field's focus is left with the panel. */
  function insert(emoji: string) {
    const at = Math.min(caret.current ?? text.length, text.length);
    if (text.length + emoji.length > maxLine) return;
    type(text.slice(0, at) + emoji + text.slice(at));
    caret.current = at + emoji.length;
  }

  if (refusal !== undefined) {
    return <p className={cx(frame, over ? "text-white/80" : "text-fg3")}>{refusal}</p>;
  }
  if (!isLoggedIn) {
    return (
      <>
        <button
          type="button"
          disabled={isPending}
          className={cx(frame, "text-start", over ? "text-white/80" : "text-fg3")}
          onClick={() => setAsking(true)}
        >
          {t("Log in to chat…")}
        </button>
        {asking && (
          <LoginPrompt onClose={() => setAsking(false)}>
            {t("Everyone can watch and read. Log in to say something.")}
          </LoginPrompt>
        )}
      </>
    );
  }
  return (
    <form
      className={cx(frame, "has-focus-visible:outline-2 has-focus-visible:outline-brand-ink")}
      onSubmit={submit}
    >
      <input
        ref={field}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => {
          const at = caret.current;
          if (at !== undefined) target.setSelectionRange(at, at);
        }}
        onBlur={({ target }) => {
          caret.current = target.selectionStart ?? undefined;
        }}
        maxLength={maxLine}
        aria-label={t("Message")}
        placeholder={t("Say something nice…")}
        autoComplete="off"
        enterKeyHint="send"
        className={cx(
          "h-full w-full min-w-0 bg-transparent outline-none",
          over ? "placeholder:text-white/80" : "placeholder:text-fg3",
        )}
      />
      {text.length > maxLine - 50 && (
        <span className="tnum shrink-0 px-1 text-caption opacity-80">{maxLine - text.length}</span>
      )}
      <EmojiButton over={over} onPick={insert} />
      {text.trim() !== "" && (
        <button
          type="submit"
          aria-label={t("Send message")}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-brand text-on-brand"
        >
          <SendHorizontal size={18} aria-hidden />
        </button>
      )}
    </form>
  );
}

function wordsOf(draft: object | undefined): string {
  const words: unknown = draft && Reflect.get(draft, "words");
  return typeof words === "string" ? words : "";
}
