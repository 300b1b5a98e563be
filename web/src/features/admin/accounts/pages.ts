import type { AccountPage } from "@/declared/pages";
import { address } from "@/lib/address";

export const erasures = address("/admin/accounts/erasures?offset");

export const pages: AccountPage[] = [
  { role: "admin", address: erasures, load: () => import("./ErasuresPage") },
];
