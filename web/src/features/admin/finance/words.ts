import type { OwnClass, Place } from "./api";
import { t } from "./texts";

/** The classes of account, as lines of the trial balance. */
const classes: Record<string, string> = {
  get wallet() {
    return t("Members' wallets");
  },
  get earn() {
    return t("Earnings");
  },
  get hold() {
    return t("Reserved for shows and disputes");
  },
  get payout() {
    return t("Payouts under way");
  },
  get receivable() {
    return t("Owed to the site");
  },
  get "site:revenue"() {
    return t("The site");
  },
  get "world:card"() {
    return t("Bought tokens");
  },
  get "world:grant"() {
    return t("Given tokens");
  },
  get "world:payout"() {
    return t("Paid out");
  },
};

export function className(name: string): string {
  return classes[name] ?? name;
}

export const ownNames: Record<OwnClass, string> = {
  get wallet() {
    return t("Wallet");
  },
  get earn() {
    return t("Earnings");
  },
  get receivable() {
    return t("Owed to the site");
  },
};

export function isOwn(text: string | undefined): text is OwnClass {
  return text !== undefined && text in ownNames;
}

/** An account of the ledger, as one says it: "tom's wallet", "the site". */
export function placeName({ account, class: kind, owner }: Place): string {
  const who = owner?.username || t("account …{id}", { id: owner?._id.slice(-6) ?? "" });
  switch (kind) {
    case "wallet":
      return t("{who}’s wallet", { who });
    case "earn":
      return t("{who}’s earnings", { who });
    case "receivable":
      return t("what {who} owes", { who });
    case "hold":
      return account.startsWith("hold:dispute")
        ? t("held for a dispute")
        : t("reserved for a show");
    case "payout":
      return t("a payout under way");
    case "site:revenue":
      return t("the site");
    case "world:card":
      return t("bought tokens");
    case "world:grant":
      return t("given tokens");
    case "world:payout":
      return t("paid out");
    default:
      return account;
  }
}
