import { useLocation } from "@tanstack/react-router";
import {
  Compass,
  Heart,
  House,
  LogIn,
  type LucideIcon,
  MessageCircle,
  Radio,
  User,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSession } from "@/session/api";
import { Link } from "@/ui/Link";
import { lazyPart } from "@/ui/lazyPart";
import { useHasPage } from "@/ui/useAddress";
import { paths } from "../paths";
import { t } from "../texts";
import { UnreadBadge } from "./waits";

const AccountSheet = lazyPart(() => import("./AccountSheet").then((file) => file.AccountSheet));

type TabLink = { label: string; path: string; icon: LucideIcon; exact?: boolean };

const home = (): TabLink => ({ label: t("Home"), path: paths.home(), icon: House, exact: true });
const browse = (): TabLink => ({ label: t("Browse"), path: paths.searchModels(), icon: Compass });
const favorites = (): TabLink => ({
  label: t("Favorites"),
  path: paths.user.favorites(),
  icon: Heart,
});
const goLive = (): TabLink => ({ label: t("Go Live"), path: paths.live(), icon: Radio });
const messages = (): TabLink => ({
  label: t("Messages"),
  path: paths.messages(),
  icon: MessageCircle,
});

/** A phone's navigation, at the thumb. */
export function TabBar() {
  const { session, role, isVerifiedPerformer } = useSession();
  const hasPage = useHasPage();
  const tabs = [
    home(),
    ...(role === "performer" ? [] : [browse()]),
    ...(isVerifiedPerformer ? [goLive()] : []),
    ...(role === "user" ? [favorites()] : []),
    ...(role === undefined ? [] : [messages()]),
  ].filter(({ path }) => hasPage(path));
  return (
    <>
      {/* Room for the bar at the end of the page. */}
      <div aria-hidden className="h-[calc(var(--tabbar)+env(safe-area-inset-bottom))] lg:hidden" />
      <nav
        aria-label={t("Tabs")}
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-bg/90 pb-[env(safe-area-inset-bottom)] backdrop-blur-xl lg:hidden"
      >
        {tabs.map(({ label, path, icon, exact = false }) => (
          <Link key={path} href={path} exact={exact} className={tab}>
            <TabFace icon={icon}>{label}</TabFace>
            {icon === MessageCircle && <UnreadBadge as="tab" />}
          </Link>
        ))}
        {session ? (
          <AccountTab />
        ) : (
          <Link href={paths.loginUser()} className={tab}>
            <TabFace icon={LogIn}>{t("Login")}</TabFace>
          </Link>
        )}
      </nav>
    </>
  );
}

const tab =
  "group relative flex h-(--tabbar) min-w-0 flex-1 flex-col items-center justify-center gap-1 text-micro font-semibold text-fg3 focus-visible:-outline-offset-2 data-[status=active]:text-fg";

function TabFace({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <span className="grid h-7 w-12 place-items-center rounded-full transition-colors group-data-[status=active]:bg-brand group-data-[status=active]:text-on-brand">
        <Icon size={20} aria-hidden />
      </span>
      {children}
    </>
  );
}

const inAccount = /^\/(account|studio|admin)(\/|$)/;

function AccountTab() {
  const { session } = useSession();
  const [open, setOpen] = useState(false);
  // The pages that its sheet lists, unless one of them is a tab by itself.
  const { pathname } = useLocation();
  const isCurrent = inAccount.test(pathname) && pathname !== paths.user.favorites();
  return (
    <>
      <button
        type="button"
        className={tab}
        data-status={isCurrent ? "active" : undefined}
        aria-current={isCurrent ? "true" : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <TabFace icon={User}>{t("Account")}</TabFace>
      </button>
      {open && session && <AccountSheet session={session} onClose={() => setOpen(false)} />}
    </>
  );
}
