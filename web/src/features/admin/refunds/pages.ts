import { paths } from "@/app/paths";
import type { AccountPage } from "@/declared/pages";

export const pages: AccountPage[] = [
  { role: "admin", address: paths.admin.refunds, load: () => import("./RefundsPage") },
  { role: "admin", address: paths.admin.refund, load: () => import("./RefundPage") },
];
