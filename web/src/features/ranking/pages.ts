import type { AccountPage } from "@/declared/pages";
import { address } from "@/lib/address";

export const placePath = address("/account/performer/ranking");

export const pages: AccountPage[] = [
  { role: "performer", address: placePath, load: () => import("./PlacePage") },
];
