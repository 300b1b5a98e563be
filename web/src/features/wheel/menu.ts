import { Disc3 } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";
import { wheelPath } from "./pages";

export const menu: FeatureMenu = () => [
  {
    role: "performer",
    after: paths.performer.payoutRequests(),
    label: t("Settings Wheel"),
    path: wheelPath(),
    icon: Disc3,
  },
];
