import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { paths } from "@/app/paths";
import { t } from "@/i18n/shell";
import { Link } from "@/ui/Link";
import { lazyPart } from "@/ui/lazyPart";
import { Menu } from "@/ui/Menu";
import { useWide } from "@/ui/useWide";
import { unreadNotices } from "./api";

const NoticePanel = lazyPart(() => import("./NoticePanel").then((file) => file.NoticePanel));

const most = 99;
const shape =
  "relative grid size-11 place-items-center rounded-md text-fg2 hover:bg-s2 hover:text-fg data-[status=active]:text-fg";

/** How many notices wait to be read, from every page; the newest of them, or the way there on a phone. */
export function Bell() {
  const count = useQuery(unreadNotices()).data?.total ?? 0;
  const shown = count > most ? `${most}+` : String(count);
  const label =
    count > 0 ? t("Notifications, {count} unread", { count: shown }) : t("Notifications");
  const face = (
    <>
      <BellIcon size={21} aria-hidden />
      {count > 0 && (
        <span className="tnum absolute top-0.5 end-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-live px-1 text-micro font-bold text-white">
          {shown}
        </span>
      )}
    </>
  );
  if (!useWide()) {
    return (
      <Link href={paths.notices()} aria-label={label} className={shape}>
        {face}
      </Link>
    );
  }
  return (
    <Menu
      panel
      stays
      label={label}
      trigger={face}
      triggerClassName={shape}
      prepare={NoticePanel.fetch}
      className="w-[440px]"
    >
      {(close) => <NoticePanel onLeave={close} />}
    </Menu>
  );
}
