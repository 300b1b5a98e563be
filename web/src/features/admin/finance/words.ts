import type { OwnClass, Place } from "./api";

/** The classes of account, as lines of the trial balance. */
const classes: Record<string, string> = {
  wallet: "Members' wallets",
  earn: "Earnings",
  hold: "Reserved for shows and disputes",
  payout: "Payouts under way",
  receivable: "Owed to the site",
  "site:revenue": "The site",
  "world:card": "Bought tokens",
  "world:grant": "Given tokens",
  "world:payout": "Paid out",
};

export function className(name: string): string {
  return classes[name] ?? name;
}

export const ownNames: Record<OwnClass, string> = {
  wallet: "Wallet",
  earn: "Earnings",
  receivable: "Owed to the site",
};

export function isOwn(text: string | undefined): text is OwnClass {
  return text !== undefined && text in ownNames;
}

/** An account of the ledger, as one says it: "tom's wallet", "the site". */
export function placeName({ account, class: kind, owner }: Place): string {
  const who = owner?.username || `account …${owner?._id.slice(-6) ?? ""}`;
  switch (kind) {
    case "wallet":
      return `${who}’s wallet`;
    case "earn":
      return `${who}’s earnings`;
    case "receivable":
      return `what ${who} owes`;
    case "hold":
      return account.startsWith("hold:dispute") ? "held for a dispute" : "reserved for a show";
    case "payout":
      return "a payout under way";
    case "site:revenue":
      return "the site";
    case "world:card":
      return "bought tokens";
    case "world:grant":
      return "given tokens";
    case "world:payout":
      return "paid out";
    default:
      return account;
  }
}
