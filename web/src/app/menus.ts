import {
  BadgeDollarSign,
  Banknote,
  CalendarDays,
  CreditCard,
  Disc3,
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
  type LucideIcon,
  Mail,
  MessageCircle,
  Package,
  Percent,
  Radio,
  Scale,
  ScrollText,
  Settings,
  Share2,
  ShieldBan,
  ShoppingBag,
  SlidersHorizontal,
  Tags,
  Target,
  Undo2,
  UserRound,
  Users,
  Video,
  Wallet,
} from "lucide-react";
import type { Role } from "@/session/roles";
import { useLabels } from "@/settings/api";
import { paths } from "./paths";
import { useHasPage } from "./useHasPage";

export type MenuEntry = { label: string; path: string; icon: LucideIcon };

/** The menus of spec §2 by role, and the back office's. Entries whose page is not in routes.tsx stay hidden. */
export function menuOf(role: Role, models: string): MenuEntry[] {
  return { user: userMenu, performer: performerMenu, studio: studioMenu(models), admin: adminMenu }[
    role
  ];
}

const messages = { label: "Messages", path: paths.messages(), icon: MessageCircle };

const userMenu: MenuEntry[] = [
  { label: "Account settings", path: paths.user.accountSettings(), icon: Settings },
  { label: "Favorites", path: paths.user.favorites(), icon: Heart },
  { label: "Tokens", path: paths.user.fundsTokens(), icon: Wallet },
  messages,
  { label: "Transaction history", path: paths.user.transactionHistory(), icon: History },
  { label: "Payment token history", path: paths.user.paymentTokenHistory(), icon: BadgeDollarSign },
  { label: "Refund requests", path: paths.user.refundRequests(), icon: Undo2 },
  { label: "Orders", path: paths.user.orders(), icon: Package },
  { label: "Purchased galleries", path: paths.user.purchasedGallery(), icon: Image },
  { label: "Purchased videos", path: paths.user.purchasedVideo(), icon: Video },
  { label: "Purchased products", path: paths.user.purchasedProduct(), icon: ShoppingBag },
  { label: "Referral", path: paths.user.referral(), icon: Share2 },
];

const performerMenu: MenuEntry[] = [
  { label: "Profile", path: paths.performer.profile(), icon: UserRound },
  { label: "Account settings", path: paths.performer.accountSettings(), icon: Settings },
  { label: "Earnings", path: paths.performer.earning(), icon: LayoutDashboard },
  { label: "Recordings", path: paths.performer.recordings(), icon: Film },
  { label: "Schedules", path: paths.performer.schedules(), icon: CalendarDays },
  { label: "Products", path: paths.performer.products(), icon: Package },
  { label: "Videos", path: paths.performer.videos(), icon: Video },
  { label: "Galleries", path: paths.performer.galleries(), icon: Image },
  { label: "Blocking", path: paths.performer.geoBlock(), icon: ShieldBan },
  { label: "Referral", path: paths.performer.referral(), icon: Share2 },
  { label: "Payout requests", path: paths.performer.payoutRequests(), icon: CreditCard },
  { label: "Settings Wheel", path: paths.performer.wheel(), icon: Disc3 },
  { label: "Goals and tip menu", path: paths.performer.goals(), icon: Target },
  { label: "Orders", path: paths.performer.orders(), icon: Wallet },
  messages,
];

const studioMenu = (models: string): MenuEntry[] => [
  { label: "Account settings", path: paths.studio.accountSettings(), icon: Settings },
  { label: "Earnings", path: paths.studio.earning(), icon: LayoutDashboard },
  { label: "Commissions", path: paths.studio.commissions(), icon: Percent },
  { label: models, path: paths.studio.models(), icon: Users },
  { label: "Payout requests", path: paths.studio.payoutRequests(), icon: CreditCard },
  { label: `${models} requests`, path: paths.studio.performerRequests(), icon: BadgeDollarSign },
  { label: `${models} stats`, path: paths.studio.modelStats(), icon: ScrollText },
];

const adminMenu: MenuEntry[] = [
  { label: "Dashboard", path: paths.admin.dashboard(), icon: LayoutDashboard },
  { label: "Live shows", path: paths.admin.shows(), icon: Radio },
  { label: "Identity checks", path: paths.admin.identityChecks(), icon: IdCard },
  { label: "Content reviews", path: paths.admin.assetReviews(), icon: Images },
  { label: "Content", path: paths.admin.assets(), icon: ShoppingBag },
  { label: "Video processing", path: paths.admin.transcoding(), icon: Film },
  { label: "Accounts", path: paths.admin.accounts(), icon: Users },
  { label: "Finance", path: paths.admin.finance(), icon: Scale },
  { label: "Payments", path: paths.admin.payments(), icon: CreditCard },
  { label: "Orders", path: paths.admin.orders(), icon: Package },
  { label: "Refund requests", path: paths.admin.refunds(), icon: Undo2 },
  { label: "Payouts", path: paths.admin.payouts(), icon: Banknote },
  { label: "Token packages", path: paths.admin.tokenPackages(), icon: Wallet },
  { label: "Gateways", path: paths.admin.gateways(), icon: Landmark },
  { label: "Commissions", path: paths.admin.commissions(), icon: Percent },
  { label: "Settings", path: paths.admin.settings(), icon: SlidersHorizontal },
  { label: "Categories", path: paths.admin.categories(), icon: Tags },
  { label: "Pages", path: paths.admin.posts(), icon: FileText },
  { label: "Banners", path: paths.admin.banners(), icon: Image },
  { label: "Contact messages", path: paths.admin.contactMessages(), icon: MessageCircle },
  { label: "Mailbox", path: paths.admin.mails(), icon: Mail },
  { label: "Audit log", path: paths.admin.audit(), icon: ScrollText },
  { label: "My login", path: paths.admin.login(), icon: KeyRound },
];

/** The pages of a role, for the sidebar and the avatar's menu. */
export function useMenu(role: Role | undefined): MenuEntry[] {
  const hasPage = useHasPage();
  const { models } = useLabels();
  return role === undefined ? [] : menuOf(role, models).filter(({ path }) => hasPage(path));
}
