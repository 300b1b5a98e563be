import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { paths } from "@/app/paths";
import { t } from "@/i18n/shell";
import { formatCompact } from "@/lib/format";
import { CountBadge } from "@/ui/Badge";
import { Link } from "@/ui/Link";
import { totalUnread } from "./api";

function useUnread(): number {
  return useQuery(totalUnread()).data?.total ?? 0;
}

type UnreadBadgeProps = {
  /** The whole way there in the header, or a number over a tab; else beside an entry of a menu. */
  as?: "link" | "tab" | "entry";
};

/** How many messages wait to be read. */
export function UnreadBadge({ as = "entry" }: UnreadBadgeProps) {
  const count = useUnread();
  if (as === "link") return <MessagesLink count={count} />;
  if (as === "tab") {
    return (
      <span className="absolute top-0 start-1/2 w-8">
        <CountBadge count={count} label={t("unread messages")} />
      </span>
    );
  }
  if (count === 0) return null;
  return (
    <span className="tnum ms-auto grid h-5 min-w-5 place-items-center rounded-full bg-live px-1.5 text-micro font-bold text-white">
      {formatCompact(count)}
      <span className="sr-only"> {t("unread messages")}</span>
    </span>
  );
}

function MessagesLink({ count }: { count: number }) {
  return (
    <Link
      href={paths.messages()}
      aria-label={
        count > 0 ? t("Messages, {count} unread", { count: formatCompact(count) }) : t("Messages")
      }
      title={t("Messages")}
      className="relative grid size-11 place-items-center rounded-md text-fg2 hover:bg-s2 hover:text-fg data-[status=active]:text-fg"
    >
      <MessageCircle size={21} aria-hidden />
      <CountBadge count={count} label="" />
    </Link>
  );
}
