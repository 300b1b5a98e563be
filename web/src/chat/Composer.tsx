import { SendHorizontal } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { cx } from "@/lib/cx";
import { realtime } from "@/realtime/realtime";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { EmojiButton } from "./EmojiButton";
import { t } from "./texts";
import { useField } from "./useField";

/** Characters of a line in a room (behaviours.md, Messages). */
export const maxLine = 300;

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
  const [asking, setAsking] = useState(false);
  const field = useField<HTMLInputElement>({
    draft: `chat:${conversationId}`,
    maxLength: maxLine,
    onTyping: () => realtime.emit("room/typing", { conversationId }),
  });
  const frame = frameOf(over);

  function submit(event: FormEvent) {
    event.preventDefault();
    const line = field.take();
    if (line !== undefined) onWrite(line);
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
        {...field.props}
        aria-label={t("Message")}
        placeholder={t("Say something nice…")}
        autoComplete="off"
        enterKeyHint="send"
        className={cx(
          "h-full w-full min-w-0 bg-transparent outline-none",
          over ? "placeholder:text-white/80" : "placeholder:text-fg3",
        )}
      />
      {field.left < 50 && (
        <span className="tnum shrink-0 px-1 text-caption opacity-80">{field.left}</span>
      )}
      <EmojiButton over={over} onPick={field.insert} />
      {!field.isBlank && (
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
