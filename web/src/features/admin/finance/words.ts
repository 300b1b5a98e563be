import type { OwnClass, Place } from "./api";
import { t } from "./texts";

/** The classes of account, as lines of the trial balance. */
const classes = (): Record<string, string> => ({
  wallet: t("Members' wallets"),
  earn: t("Earnings"),
  hold: t("Reserved for shows and disputes"),
  payout: t("Payouts under way"),
  receivable: t("Owed to the site"),
  "site:revenue": t("The site"),
  "world:card": t("Bought tokens"),
  "world:grant": t("Given tokens"),
  "world:payout": t("Paid out"),
});

export function className(name: string): string {
  return classes()[name] ?? name;
}

export const ownNames = (): Record<OwnClass, string> => ({
  wallet: t("Wallet"),
  earn: t("Earnings"),
  receivable: t("Owed to the site"),
});

export function isOwn(text: string | undefined): text is OwnClass {
  return text !== undefined && text in ownNames();
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
