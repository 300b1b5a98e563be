import { X } from "lucide-react";
import { cx } from "@/lib/cx";
import { formatClock } from "@/lib/time";
import { IconButton } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { groupLook, type Notice } from "./groups";
import { t } from "./texts";

type Acts = {
  /** Somebody follows it, or presses one that leads nowhere. */
  onOpen: (notice: Notice) => void;
  /** Absent: it cannot be removed here. */
  onRemove?: ((notice: Notice) => void) | undefined;
};

type NoticeRunProps = Acts & { notices: readonly Notice[]; short?: boolean };

/** Notices of one group that came one after the other, under what they are about. */
export function NoticeRun({ notices, short = false, onOpen, onRemove }: NoticeRunProps) {
  const [first] = notices;
  if (first === undefined) return null;
  const { label, icon: Icon } = groupLook(first.group);
  const hasUnread = notices.some(({ isRead }) => !isRead);
  return (
    <div className="flex gap-1 py-1.5">
      <span
        className={cx(
          "mt-2 ms-2 grid size-10 shrink-0 place-items-center rounded-full",
          hasUnread ? "bg-brand-soft text-brand-ink" : "bg-s3 text-fg3",
        )}
      >
        <Icon size={19} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="px-3 pt-2 text-caption font-semibold text-fg3">{label}</p>
        <ul aria-label={label}>
          {notices.map((notice) => (
            <li key={notice._id} className="group relative">
              <Row
                notice={notice}
                short={short}
                onOpen={onOpen}
                removable={onRemove !== undefined}
              />
              {onRemove && (
                <IconButton
                  label={t("Remove: {title}", { title: notice.title })}
                  className="absolute end-0 top-0 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
                  onClick={() => onRemove(notice)}
                >
                  <X size={16} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type RowProps = Pick<Acts, "onOpen"> & { notice: Notice; short: boolean; removable: boolean };

function Row({ notice, short, onOpen, removable }: RowProps) {
  const { link, isRead } = notice;
  const words = <Words notice={notice} short={short} />;
  const className = cx(
    "flex w-full items-start gap-3 rounded-md px-3 py-2 text-start transition-colors focus-visible:-outline-offset-2",
    removable && "pe-12",
  );
  if (link) {
    const open = () => onOpen(notice);
    return (
      <Link href={link} className={cx(className, "hover:bg-s2")} onClick={open} onAuxClick={open}>
        {words}
      </Link>
    );
  }
  if (isRead) return <div className={className}>{words}</div>;
  return (
    <button type="button" className={cx(className, "hover:bg-s2")} onClick={() => onOpen(notice)}>
      {words}
    </button>
  );
}

function Words({ notice, short }: { notice: Notice; short: boolean }) {
  const { title, text, createdAt, isRead } = notice;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span
          className={cx(
            "block text-label [overflow-wrap:anywhere]",
            isRead ? "font-medium text-fg2" : "font-bold text-fg",
          )}
        >
          {!isRead && <span className="sr-only">{t("Unread:")} </span>}
          {title}
        </span>
        {text && (
          <span
            className={cx(
              "mt-0.5 block whitespace-pre-line text-label font-normal text-fg2 [overflow-wrap:anywhere]",
              short && "line-clamp-2",
            )}
          >
            {text}
          </span>
        )}
      </span>
      <span className="flex shrink-0 items-center gap-2 pt-0.5">
        <time dateTime={createdAt} className="tnum text-caption text-fg3">
          {formatClock(createdAt)}
        </time>
        <i
          aria-hidden
          className={cx("size-2 rounded-full", isRead ? "bg-transparent" : "bg-live")}
        />
      </span>
    </>
  );
}
