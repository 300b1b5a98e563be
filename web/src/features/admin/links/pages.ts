import { paths } from "@/app/paths";
import type { AccountPage } from "@/declared/pages";

export const pages: AccountPage[] = [
  { role: "admin", address: paths.admin.performerLinks, load: () => import("./LinksPage") },
];
