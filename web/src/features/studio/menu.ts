import { CalendarDays, FileText, LayoutDashboard, Users } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";
import { studioPaths } from "./pages";

export const menu: FeatureMenu = () => [
  {
    role: "studio",
    after: paths.studio.accountSettings(),
    label: t("Dashboard"),
    path: studioPaths.dashboard(),
    icon: LayoutDashboard,
    right: "studio.statistics",
  },
  {
    role: "studio",
    after: paths.studio.modelStats(),
    label: t("Shift plan"),
    path: studioPaths.shifts(),
    icon: CalendarDays,
    right: "studio.statistics",
  },
  {
    role: "studio",
    after: paths.studio.modelStats(),
    label: t("Staff"),
    path: studioPaths.staff(),
    icon: Users,
  },
  {
    role: "studio",
    after: paths.studio.modelStats(),
    label: t("Documents"),
    path: studioPaths.documents(),
    icon: FileText,
    right: "studio.documents",
  },
  {
    role: "performer",
    after: paths.performer.earning(),
    label: t("Studio"),
    path: studioPaths.belonging(),
    icon: Users,
  },
];
