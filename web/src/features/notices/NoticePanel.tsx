import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { paths } from "@/app/paths";
import { Button, iconButtonClass } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { noticeList, unreadNotices, useMarkRead } from "./api";
import { rowsOf } from "./cache";
import { NoticeDays } from "./NoticeDays";
import { NoNotices, Waiting } from "./states";
import { t } from "./texts";

const most = 12;

/** The newest notices, under the bell. */
export function NoticePanel({ onLeave }: { onLeave: () => void }) {
  const list = useInfiniteQuery(noticeList());
  const unread = useQuery(unreadNotices()).data?.total ?? 0;
  const read = useMarkRead();
  const newest = list.data && rowsOf(list.data).slice(0, most);
  const first = newest?.[0];
  return (
    <div className="flex max-h-[min(640px,calc(100dvh-96px))] flex-col">
      <div className="flex items-center gap-1 border-b border-line py-2 ps-5 pe-3">
        <h2 className="me-auto text-h3 font-bold">{t("Notifications")}</h2>
        {unread > 0 && first && (
          <Button
            size="sm"
            variant="ghost"
            data-autofocus
            onClick={() => read.mutate({ upTo: first._id })}
          >
            {t("Mark all as read")}
          </Button>
        )}
        <Link
          href={paths.noticePreferences()}
          aria-label={t("Choose what you are told")}
          title={t("Choose what you are told")}
          className={iconButtonClass()}
          onClick={onLeave}
        >
          <SlidersHorizontal size={18} aria-hidden />
        </Link>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 [scrollbar-width:thin]">
        <Loaded query={{ ...list, data: newest }} waiting={<Waiting rows={4} />}>
          {(rows) =>
            rows.length === 0 ? (
              <NoNotices />
            ) : (
              <NoticeDays
                notices={rows}
                short
                onOpen={(notice) => {
                  if (!notice.isRead) read.mutate({ ids: [notice._id] });
                  if (notice.link) onLeave();
                }}
              />
            )
          }
        </Loaded>
      </div>
      <Link
        href={paths.notices()}
        className="grid min-h-12 place-items-center border-t border-line text-label font-semibold text-brand-ink hover:bg-s3 focus-visible:-outline-offset-2"
        onClick={onLeave}
      >
        {t("See all notifications")}
      </Link>
    </div>
  );
}
