import type { AccountPage } from "@/declared/pages";
import { address } from "@/lib/address";

export const wheelPath = address("/account/performer/wheel?offset");

export const pages: AccountPage[] = [
  { role: "performer", address: wheelPath, load: () => import("./SettingsWheelPage") },
];
