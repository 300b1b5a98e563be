import { Copy, CornerUpLeft, Flag, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { FailedLine } from "@/chat/FailedLine";
import { type Line, tombstone } from "@/chat/lines";
import { Held, MenuOfLine } from "@/chat/MenuOfLine";
import { useLanguage } from "@/i18n/useLanguage";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { formatClock } from "@/lib/time";
import { Coin } from "@/ui/Coin";
import { menuItem } from "@/ui/Menu";
import { toast } from "@/ui/toast";
import { LinkedText } from "./LinkedText";
import type { Look } from "./look";
import { MarkIcon } from "./MarkIcon";
import { PhotoBubble } from "./PhotoBubble";
import { QuoteCard } from "./QuoteCard";
import { TipLine } from "./TipLine";
import { t } from "./texts";
import { useSwipe } from "./useSwipe";
import { formatDayOf } from "./when";

export type DirectActions = {
  retry: (line: Line) => void;
  discard: (line: Line) => void;
  remove: (line: Line) => void;
  reply: (line: Line) => void;
  report: (line: Line) => void;
  /** Stops a photo on its way. */
  cancel: (line: Line) => void;
  /** Brings a message into sight. */
  show: (id: string) => void;
  /** Shows the photo of a message on the whole screen. */
  open: (id: string) => void;
  /** Somebody wants to follow a link. */
  leave: (href: string) => void;
};

type DirectLineProps = Look & {
  line: Line;
  actions: DirectActions;
  /** It was looked for. */
  isGoal: boolean;
};

/** One line of a conversation of two: one's own at the end side, the other's at the start. */
export const DirectLine = memo(function DirectLine(props: DirectLineProps) {
  useLanguage();
  const { line, actions, mine, mark, day, nextDay, parts, ends, isGoal } = props;
  const { message } = line;
  const isSaid = line.state === "sent" && !message.isDeleted;
  const canAnswer = isSaid && !message.isHeld;
  const isPhoto = message.photo !== undefined && !message.isDeleted;
  const isTip = message.type === "tip" && !message.isDeleted;
  const swipe = useSwipe(() => canAnswer && actions.reply(line));
  return (
    <>
      {day !== undefined && <Day iso={day} />}
      <Held
        className={cx(
          "group/line flex items-center gap-1.5 pt-0.5",
          mine ? "justify-end" : "justify-start",
        )}
      >
        {mine && isSaid && <LineMenu {...props} canAnswer={canAnswer} />}
        <div
          {...swipe}
          className={cx(
            "max-w-[min(82%,560px)] touch-pan-y rounded-lg text-body [overflow-wrap:anywhere]",
            isPhoto && "overflow-hidden",
            !isPhoto && !isTip && "px-3.5 py-2",
            !isTip && (mine ? "bg-brand text-on-brand" : "bg-s2 text-fg"),
            mine && (ends ? "rounded-ee-xs" : "rounded-e-sm"),
            !mine && (ends ? "rounded-es-xs" : "rounded-s-sm"),
            (line.state !== "sent" || message.isHeld) && !isPhoto && "opacity-75",
            isGoal && "outline-2 outline-offset-2 outline-gold",
          )}
        >
          <span className="sr-only">{message.senderInfo.username}: </span>
          {message.replyTo && !message.isDeleted && (
            <div className={cx(isPhoto && "px-2 pt-2")}>
              <QuoteCard quote={message.replyTo} onBrand={mine} onShow={actions.show} />
            </div>
          )}
          {message.isDeleted ? (
            <i className="opacity-80">{tombstone()}</i>
          ) : isTip ? (
            <TipLine message={message} />
          ) : isPhoto ? (
            <PhotoBubble line={line} onOpen={actions.open} onCancel={actions.cancel} />
          ) : (
            <LinkedText text={message.text} onLeave={actions.leave} />
          )}
        </div>
        {!mine && isSaid && <LineMenu {...props} canAnswer={canAnswer} />}
      </Held>
      {line.state === "failed" && (
        <FailedLine
          line={line}
          onRetry={actions.retry}
          onDiscard={actions.discard}
          className="justify-end px-1 pt-0.5 text-danger-ink"
        >
          {line.unanswered ? t("Not sent yet. It goes when the connection is back.") : line.problem}
        </FailedLine>
      )}
      {message.isHeld && !message.isDeleted && <Below mine={mine}>{t("Waiting for review")}</Below>}
      {ends && line.state !== "failed" && (
        <Below mine={mine}>
          <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
          {message.token !== undefined && !isTip && !message.isDeleted && (
            <>
              <Coin size={11} />
              {formatTokens(message.token)}
            </>
          )}
          {mine && !message.isDeleted && <MarkIcon mark={mark} />}
        </Below>
      )}
      {parts && <div className="h-1.5" />}
      {nextDay !== undefined && <Day iso={nextDay} />}
    </>
  );
});

function Day({ iso }: { iso: string }) {
  return (
    <p className="flex items-center gap-3 pt-4 pb-1 text-caption text-fg3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {formatDayOf(iso)}
    </p>
  );
}

function Below({ mine, children }: { mine: boolean; children: ReactNode }) {
  return (
    <p
      className={cx(
        "tnum flex items-center gap-1 px-1 pt-0.5 text-micro text-fg3",
        mine && "justify-end",
      )}
    >
      {children}
    </p>
  );
}

function LineMenu(props: DirectLineProps & { canAnswer: boolean }) {
  const { line, actions, mine, canAnswer } = props;
  const { text, senderInfo } = line.message;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t("Copied")),
      () => toast.error(t("The text could not be copied.")),
    );
  return (
    <MenuOfLine username={senderInfo.username} className="shrink-0">
      {canAnswer && (
        <Choice icon={<CornerUpLeft size={16} aria-hidden />} onChoose={() => actions.reply(line)}>
          {t("Reply")}
        </Choice>
      )}
      {text !== "" && (
        <Choice icon={<Copy size={16} aria-hidden />} onChoose={copy}>
          {t("Copy text")}
        </Choice>
      )}
      {mine ? (
        <Choice icon={<Trash2 size={16} aria-hidden />} onChoose={() => actions.remove(line)}>
          {t("Delete message")}
        </Choice>
      ) : (
        <Choice icon={<Flag size={16} aria-hidden />} onChoose={() => actions.report(line)}>
          {t("Report message")}
        </Choice>
      )}
    </MenuOfLine>
  );
}

type ChoiceProps = { icon: ReactNode; onChoose: () => void; children: string };

function Choice({ icon, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" role="menuitem" className={menuItem} onClick={onChoose}>
      {icon}
      {children}
    </button>
  );
}
