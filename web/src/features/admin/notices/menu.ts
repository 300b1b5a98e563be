import { Send } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";

export const menu: FeatureMenu = () => [
  {
    role: "admin",
    after: paths.admin.mails(),
    label: t("Notices"),
    path: paths.admin.notices(),
    icon: Send,
  },
];
