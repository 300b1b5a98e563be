import { Undo2 } from "lucide-react";
import { paths } from "@/app/paths";
import type { Waiting } from "@/declared/waiting";
import { t } from "./texts";

export const waiting: Waiting = ({ openRefunds }) => ({
  icon: Undo2,
  count: openRefunds,
  text: t("Refund requests wait for a decision"),
  href: paths.admin.refunds({ status: "pending" }),
  action: t("Decide"),
});
