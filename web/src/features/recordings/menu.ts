import { Film } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";

export const menu: FeatureMenu = () => [
  {
    role: "user",
    after: paths.user.purchasedVideo(),
    label: t("Recordings"),
    path: paths.user.recordings(),
    icon: Film,
  },
  {
    role: "performer",
    after: paths.performer.earning(),
    label: t("Recordings"),
    path: paths.performer.recordings(),
    icon: Film,
  },
];
