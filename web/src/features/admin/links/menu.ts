import { Link2 } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";

export const menu: FeatureMenu = () => [
  {
    role: "admin",
    after: paths.admin.messages(),
    label: t("Links of profiles"),
    path: paths.admin.performerLinks(),
    icon: Link2,
  },
];
