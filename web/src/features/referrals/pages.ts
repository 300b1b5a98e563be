import type { AccountPage } from "@/declared/pages";
import { address } from "@/lib/address";

export const referralPaths = {
  user: address("/account/user/referral?offset&people"),
  performer: address("/account/performer/referral?offset&people"),
};

const load = () => import("./ReferralPage");

export const pages: AccountPage[] = [
  { role: "user", address: referralPaths.user, load },
  { role: "performer", address: referralPaths.performer, load },
];
