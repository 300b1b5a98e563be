import { Share2 } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";
import { referralPaths } from "./pages";

export const menu: FeatureMenu = () => {
  const entry = { label: t("Referral"), icon: Share2 };
  const { user, performer } = referralPaths;
  return [
    { role: "user", after: paths.user.purchasedProduct(), path: user(), ...entry },
    { role: "performer", after: paths.performer.geoBlock(), path: performer(), ...entry },
  ];
};
