import { Disc3, Mic2, ShieldCheck, Trash2 } from "lucide-react";
import { memo, type ReactNode, useEffect, useState } from "react";
import { useLanguage } from "@/i18n/useLanguage";
import { cx } from "@/lib/cx";
import { Coin } from "@/ui/Coin";
import { menuItem } from "@/ui/Menu";
import { FailedLine } from "./FailedLine";
import { type Line, tombstone } from "./lines";
import { Held, MenuOfLine } from "./MenuOfLine";
import { nameColour } from "./names";
import { t } from "./texts";

export type LineActions = {
  retry: (line: Line) => void;
  discard: (line: Line) => void;
  remove: (line: Line) => void;
};

type ChatLineProps = {
  line: Line;
  /** Over video, with a shadow instead of a surface. */
  over: boolean;
  /** The reader may delete it. */
  removable: boolean;
  actions: LineActions;
};

// Where the mark of a line that may be deleted appears, so that it never lies over text.
const besideMark = "pointer-fine:pe-9";

/** One line: what somebody said, a tip, a spin, or the place where a message was. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  useLanguage();
  const { line, over, removable, actions } = props;
  const { message, state } = line;
  const hasMenu = removable && state === "sent" && !message.isDeleted;
  if (message.type === "tip" && !message.isDeleted) return <TipLine {...props} />;
  if (message.type === "wheel" && !message.isDeleted) return <WheelLine {...props} />;
  return (
    <Held
      className={cx(
        hasMenu && besideMark,
        "group/line relative px-1 py-[3px] text-label leading-5 [overflow-wrap:anywhere]",
        over && "[text-shadow:0_1px_3px_rgb(0_0_0/.9)]",
        state === "pending" && "opacity-60",
      )}
    >
      <RoleMark role={message.senderInfo.role} over={over} />
      <b className="font-semibold" style={{ color: nameColour(message.senderInfo.username, over) }}>
        {message.senderInfo.username}
      </b>{" "}
      {message.isDeleted ? (
        <i className={over ? "text-white/70" : "text-fg3"}>{tombstone()}</i>
      ) : (
        <span className={over ? "text-white" : "text-fg"}>{message.text}</span>
      )}
      {state === "pending" && <span className="sr-only"> {t("(sending)")}</span>}
      {state === "failed" && (
        <FailedLine
          line={line}
          onRetry={actions.retry}
          onDiscard={actions.discard}
          className={over ? "text-[#ffb4ad]" : "text-danger-ink"}
        >
          {line.problem}
        </FailedLine>
      )}
      {hasMenu && <LineMenu line={line} actions={actions} />}
    </Held>
  );
});

const semibold = (words: ReactNode) => <b className="font-semibold">{words}</b>;

function TipLine({ line, over, removable, actions }: ChatLineProps) {
  const { message } = line;
  const said = {
    b: semibold,
    name: message.senderInfo.username,
    gold: (words: ReactNode) => (
      <b className={cx("tnum font-bold", over ? "text-gold" : "text-gold-ink")}>{words}</b>
    ),
    count: message.token ?? 0,
  };
  return (
    <Held
      className={cx(
        removable && besideMark,
        "group/line relative my-1 flex items-center gap-2.5 rounded-md px-3 py-2",
        over
          ? "w-fit bg-[#2b1f06]/90 text-white ring-1 ring-[#f5b83d]/50 ring-inset"
          : "bg-gold-soft ring-1 ring-gold/30 ring-inset",
      )}
    >
      <Coin size={22} />
      <p className="min-w-0 text-label leading-5 font-normal [overflow-wrap:anywhere]">
        {message.label
          ? t.rich(
              "<b>{name}</b> has tipped <gold>{count, plural, one {# token} other {# tokens}}</gold> for <b>{label}</b>",
              { ...said, label: message.label },
            )
          : t.rich(
              "<b>{name}</b> has tipped <gold>{count, plural, one {# token} other {# tokens}}</gold>",
              said,
            )}
        {message.text && (
          <span className={over ? "text-white/85" : "text-fg2"}> — {message.text}</span>
        )}
      </p>
      {removable && <LineMenu line={line} actions={actions} />}
    </Held>
  );
}

// A wheel turns this long before it stands, in milliseconds.
const turnTime = 4500;

/** A spin of the wheel: who is in the room when it happens waits for it to stand. */
function WheelLine({ line, over, removable, actions }: ChatLineProps) {
  const { message } = line;
  const [isTurning, setIsTurning] = useState(() => turnsFor(message.createdAt) > 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsTurning(false), turnsFor(message.createdAt));
    return () => clearTimeout(timer);
  }, [message.createdAt]);
  const said = { b: semibold, name: message.senderInfo.username };
  return (
    <Held
      className={cx(
        removable && besideMark,
        "group/line relative my-1 flex items-center gap-2.5 rounded-md px-3 py-2",
        over
          ? "w-fit bg-[#1c1233]/90 text-white ring-1 ring-[#b79bff]/50 ring-inset"
          : "bg-violet-soft",
      )}
    >
      <Disc3
        size={22}
        aria-hidden
        className={cx("shrink-0", over ? "text-[#b79bff]" : "text-violet-ink")}
      />
      <p className="min-w-0 text-label leading-5 font-normal [overflow-wrap:anywhere]">
        {isTurning
          ? t.rich("<b>{name}</b> spins the wheel…", said)
          : t.rich("<b>{name}</b> spun the wheel and got <what>{prize}</what>", {
              ...said,
              what: (words) => <b className="font-bold">{words}</b>,
              prize: message.text,
            })}
      </p>
      {removable && <LineMenu line={line} actions={actions} />}
    </Held>
  );
}

function turnsFor(since: string): number {
  return Math.min(turnTime, Math.max(0, Date.parse(since) + turnTime - Date.now()));
}

function RoleMark({ role, over }: { role: string | undefined; over: boolean }) {
  const look = "me-1 inline -translate-y-px";
  if (role === "performer") {
    return (
      <Mic2
        size={14}
        role="img"
        aria-label={t("On stage")}
        className={cx(look, over ? "text-[#ff9aa2]" : "text-brand-ink")}
      />
    );
  }
  if (role !== "admin") return null;
  return (
    <ShieldCheck
      size={14}
      role="img"
      aria-label={t("Staff")}
      className={cx(look, over ? "text-[#8fe98d]" : "text-ok-ink")}
    />
  );
}

function LineMenu({ line, actions }: Pick<ChatLineProps, "line" | "actions">) {
  return (
    <MenuOfLine username={line.message.senderInfo.username} className="absolute top-0 end-0">
      <button
        type="button"
        role="menuitem"
        className={menuItem}
        onClick={() => actions.remove(line)}
      >
        <Trash2 size={16} aria-hidden />
        {t("Delete message")}
      </button>
    </MenuOfLine>
  );
}
