import { paths } from "@/app/paths";
import type { AccountPage } from "@/declared/pages";

export const pages: AccountPage[] = [
  { role: "user", address: paths.user.refundRequests, load: () => import("./RefundRequestsPage") },
];
