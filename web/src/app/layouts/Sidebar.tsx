import { useSession } from "@/session/api";
import { Link } from "@/ui/Link";
import { useMenu } from "../menus";
import { t } from "../texts";
import { Person } from "./AccountChoices";
import { UnreadBadge } from "./waits";

/** The role's pages beside a dashboard. Phones have them in the account sheet. */
export function Sidebar() {
  const { session, role } = useSession();
  const menu = useMenu(role);
  if (session === undefined) return null;
  return (
    <nav
      aria-label={t("Account")}
      className="sticky top-(--header) flex h-[calc(100dvh-var(--header))] w-62 shrink-0 flex-col gap-0.5 overflow-y-auto border-e border-line p-4 max-lg:hidden"
    >
      <Person session={session} />
      {menu.map(({ label, path, icon: Icon, hasUnread }) => (
        <Link
          key={path}
          href={path}
          exact
          className="flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-label font-medium text-fg2 transition-colors hover:bg-s2 hover:text-fg data-[status=active]:bg-brand-soft data-[status=active]:text-brand-ink"
        >
          <Icon size={18} aria-hidden />
          {label}
          {hasUnread && <UnreadBadge />}
        </Link>
      ))}
    </nav>
  );
}
