import { Undo2 } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";

export const menu: FeatureMenu = () => [
  {
    role: "admin",
    after: paths.admin.orders(),
    label: t("Refund requests"),
    path: paths.admin.refunds(),
    icon: Undo2,
  },
];
