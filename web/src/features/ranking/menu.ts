import { ListOrdered } from "lucide-react";
import { paths } from "@/app/paths";
import type { FeatureMenu } from "@/declared/menu";
import { t } from "@/i18n/shell";
import { placePath } from "./pages";

export const menu: FeatureMenu = () => [
  {
    role: "performer",
    after: paths.performer.earning(),
    label: t("My place"),
    path: placePath(),
    icon: ListOrdered,
  },
];
