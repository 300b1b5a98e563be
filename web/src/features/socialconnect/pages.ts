import type { AccountPage } from "@/declared/pages";
import { address } from "@/lib/address";

export const setUpPath = address("/admin/social-connect");

export const pages: AccountPage[] = [
  { role: "admin", address: setUpPath, load: () => import("./SetUpPage") },
];
