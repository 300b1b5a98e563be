import {
  BadgeDollarSign,
  Banknote,
  CalendarDays,
  ChartColumn,
  CreditCard,
  FileText,
  Film,
  Heart,
  History,
  IdCard,
  Image,
  Images,
  KeyRound,
  Landmark,
  LayoutDashboard,
  Mail,
  MessageCircle,
  Package,
  Percent,
  Radio,
  Scale,
  ScrollText,
  Settings,
  ShieldBan,
  ShoppingBag,
  SlidersHorizontal,
  Tags,
  Target,
  UserRound,
  Users,
  Video,
  Wallet,
} from "lucide-react";
import type { FeatureMenu, MenuEntry } from "@/declared/menu";
import { useSession } from "@/session/api";
import type { Role } from "@/session/roles";
import { useLabels } from "@/settings/api";
import { useHasPage } from "@/ui/useAddress";
import { paths } from "./paths";
import { t } from "./texts";

const declared = Object.values(
  import.meta.glob<FeatureMenu>("../features/**/menu.ts", { eager: true, import: "menu" }),
);

/** The menus of spec §2 by role, with those that features declare, and the back office's. Entries whose page is not in routes.tsx stay hidden. */
export function menuOf(role: Role, models: string): MenuEntry[] {
  const menus = { user: userMenu, performer: performerMenu, studio: studioMenu, admin: adminMenu };
  const menu = menus[role](models);
  for (const { after, role: whose, ...entry } of declared.flatMap((entries) => entries()))
    if (whose === role) {
      const at = menu.findIndex(({ path }) => path === after);
      menu.splice(at === -1 ? menu.length : at + 1, 0, entry);
    }
  return menu;
}

const messages = () => ({
  label: t("Messages"),
  path: paths.messages(),
  icon: MessageCircle,
  hasUnread: true,
});

const userMenu = (): MenuEntry[] => [
  { label: t("Account settings"), path: paths.user.accountSettings(), icon: Settings },
  { label: t("Favorites"), path: paths.user.favorites(), icon: Heart },
  { label: t("Tokens"), path: paths.user.fundsTokens(), icon: Wallet },
  messages(),
  { label: t("Transaction history"), path: paths.user.transactionHistory(), icon: History },
  {
    label: t("Payment token history"),
    path: paths.user.paymentTokenHistory(),
    icon: BadgeDollarSign,
  },
  { label: t("Orders"), path: paths.user.orders(), icon: Package },
  { label: t("Purchased galleries"), path: paths.user.purchasedGallery(), icon: Image },
  { label: t("Purchased videos"), path: paths.user.purchasedVideo(), icon: Video },
  { label: t("Purchased products"), path: paths.user.purchasedProduct(), icon: ShoppingBag },
];

const performerMenu = (): MenuEntry[] => [
  { label: t("Profile"), path: paths.performer.profile(), icon: UserRound },
  { label: t("Account settings"), path: paths.performer.accountSettings(), icon: Settings },
  { label: t("Earnings"), path: paths.performer.earning(), icon: LayoutDashboard },
  { label: t("Schedules"), path: paths.performer.schedules(), icon: CalendarDays },
  { label: t("Products"), path: paths.performer.products(), icon: Package },
  { label: t("Videos"), path: paths.performer.videos(), icon: Video },
  { label: t("Galleries"), path: paths.performer.galleries(), icon: Image },
  { label: t("Blocking"), path: paths.performer.geoBlock(), icon: ShieldBan },
  { label: t("Payout requests"), path: paths.performer.payoutRequests(), icon: CreditCard },
  { label: t("Goals and tip menu"), path: paths.performer.goals(), icon: Target },
  { label: t("Orders"), path: paths.performer.orders(), icon: Wallet },
  messages(),
];

const studioMenu = (models: string): MenuEntry[] => [
  {
    label: t("Account settings"),
    path: paths.studio.accountSettings(),
    icon: Settings,
    right: "every",
  },
  { label: t("Earnings"), path: paths.studio.earning(), icon: Wallet, right: "studio.earnings" },
  {
    label: t("Commissions"),
    path: paths.studio.commissions(),
    icon: Percent,
    right: "studio.commissions",
  },
  { label: models, path: paths.studio.models(), icon: Users, right: "studio.models" },
  { label: t("Payout requests"), path: paths.studio.payoutRequests(), icon: CreditCard },
  {
    label: t("{models} requests", { models }),
    path: paths.studio.performerRequests(),
    icon: BadgeDollarSign,
    right: "studio.payouts",
  },
  {
    label: t("{models} stats", { models }),
    path: paths.studio.modelStats(),
    icon: ScrollText,
    right: "studio.statistics",
  },
  messages(),
];

const adminMenu = (): MenuEntry[] => [
  { label: t("Dashboard"), path: paths.admin.dashboard(), icon: LayoutDashboard },
  { label: t("Statistics"), path: paths.admin.statistics(), icon: ChartColumn },
  messages(),
  { label: t("Live shows"), path: paths.admin.shows(), icon: Radio },
  { label: t("Identity checks"), path: paths.admin.identityChecks(), icon: IdCard },
  { label: t("Content reviews"), path: paths.admin.assetReviews(), icon: Images },
  { label: t("Content"), path: paths.admin.assets(), icon: ShoppingBag },
  { label: t("Video processing"), path: paths.admin.transcoding(), icon: Film },
  { label: t("Accounts"), path: paths.admin.accounts(), icon: Users },
  { label: t("Finance"), path: paths.admin.finance(), icon: Scale },
  { label: t("Payments"), path: paths.admin.payments(), icon: CreditCard },
  { label: t("Orders"), path: paths.admin.orders(), icon: Package },
  { label: t("Payouts"), path: paths.admin.payouts(), icon: Banknote },
  { label: t("Token packages"), path: paths.admin.tokenPackages(), icon: Wallet },
  { label: t("Gateways"), path: paths.admin.gateways(), icon: Landmark },
  { label: t("Commissions"), path: paths.admin.commissions(), icon: Percent },
  { label: t("Settings"), path: paths.admin.settings(), icon: SlidersHorizontal },
  { label: t("Categories"), path: paths.admin.categories(), icon: Tags },
  { label: t("Pages"), path: paths.admin.posts(), icon: FileText },
  { label: t("Banners"), path: paths.admin.banners(), icon: Image },
  { label: t("Contact messages"), path: paths.admin.contactMessages(), icon: MessageCircle },
  { label: t("Mailbox"), path: paths.admin.mails(), icon: Mail },
  { label: t("Audit log"), path: paths.admin.audit(), icon: ScrollText },
  { label: t("My login"), path: paths.admin.login(), icon: KeyRound },
];

/** The pages of a role, for the sidebar and the avatar's menu. */
export function useMenu(role: Role | undefined): MenuEntry[] {
  const hasPage = useHasPage();
  const { models } = useLabels();
  const rights = useSession().session?.studioRights;
  return role === undefined
    ? []
    : menuOf(role, models).filter(
        ({ path, right }) =>
          hasPage(path) && (!rights || (right && `every ${rights}`.includes(right))),
      );
}
