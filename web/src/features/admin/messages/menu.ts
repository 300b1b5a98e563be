import { ShieldBan } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";

export const menu: FeatureMenu = () => [
  {
    role: "admin",
    after: paths.admin.assets(),
    label: t("Message reviews"),
    path: paths.admin.messages(),
    icon: ShieldBan,
  },
];
