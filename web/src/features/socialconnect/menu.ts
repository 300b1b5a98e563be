import { AtSign } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";
import { setUpPath } from "./pages";

export const menu: FeatureMenu = () => [
  {
    role: "admin",
    after: paths.admin.settings(),
    label: t("X (Twitter)"),
    path: setUpPath(),
    icon: AtSign,
  },
];
