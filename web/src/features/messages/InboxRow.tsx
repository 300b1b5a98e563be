import { memo } from "react";
import { paths } from "@/app/paths";
import { useLanguage } from "@/i18n/useLanguage";
import { cx } from "@/lib/cx";
import { formatCompact } from "@/lib/format";
import { Link } from "@/ui/Link";
import type { Conversation } from "./api";
import { Face } from "./Face";
import { PhotoWord } from "./PhotoWord";
import { nameOf } from "./people";
import { t } from "./texts";
import { formatShort } from "./when";

type InboxRowProps = { conversation: Conversation; isOpen: boolean; isWriting: boolean };

/** A conversation in the list: with whom, what was last, and how much waits. */
export const InboxRow = memo(function InboxRow({ conversation, ...rest }: InboxRowProps) {
  useLanguage();
  const { isOpen, isWriting } = rest;
  const { source, sourceId, lastMessage, lastMessageType, lastMessageCreatedAt, isBlocked } =
    conversation;
  const unread = conversation.totalNotSeenMessages;
  return (
    <Link
      href={paths.messages({ toSource: source, toId: sourceId })}
      aria-current={isOpen ? "true" : undefined}
      className={cx(
        "flex items-center gap-3 rounded-md px-2 py-2.5 transition-colors focus-visible:-outline-offset-2",
        isOpen ? "bg-s3 lg:bg-brand-soft" : "hover:bg-s2",
      )}
    >
      <Face conversation={conversation} size={48} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <b
            className={cx(
              "min-w-0 truncate text-label",
              unread > 0 ? "font-bold" : "font-semibold",
            )}
          >
            {nameOf(conversation)}
          </b>
          {lastMessageCreatedAt && (
            <time
              dateTime={lastMessageCreatedAt}
              className="tnum ms-auto shrink-0 text-caption text-fg3"
            >
              {formatShort(lastMessageCreatedAt)}
            </time>
          )}
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <span
            className={cx(
              "min-w-0 flex-1 truncate text-label font-normal",
              unread > 0 ? "text-fg" : "text-fg2",
            )}
          >
            {isWriting ? (
              <span className="text-ok-ink">{t("typing…")}</span>
            ) : isBlocked ? (
              <i>{t("Blocked")}</i>
            ) : lastMessageType === "photo" ? (
              <PhotoWord />
            ) : (
              lastMessage || (lastMessageType === "tip" && t("Tip"))
            )}
            {/* The line keeps its height. */}
            {"\u200b"}
          </span>
          {unread > 0 && (
            <span className="tnum grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-live px-1.5 text-micro font-bold text-white">
              {formatCompact(unread)}
              <span className="sr-only"> {t("unread messages")}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
});
