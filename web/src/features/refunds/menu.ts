import { Undo2 } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";

export const menu: FeatureMenu = () => [
  {
    role: "user",
    after: paths.user.paymentTokenHistory(),
    label: t("Refund requests"),
    path: paths.user.refundRequests(),
    icon: Undo2,
  },
];
