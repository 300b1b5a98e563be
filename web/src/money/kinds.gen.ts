// Written by `make generate`; do not edit.
import { t } from "./texts";

/** The ledger's kinds of transfer, in the order of tables and forms. */
export const kinds = [
  { "id":"tip","income":true,"wallet":true, get one() { return t("Tip"); }, get many() { return t("Tips"); } },
  { "id":"private","income":true,"wallet":true, get one() { return t("Private show"); }, get many() { return t("Private shows"); } },
  { "id":"group","income":true,"wallet":true, get one() { return t("Group show"); }, get many() { return t("Group shows"); } },
  { "id":"peekIn","income":true,"wallet":true, get one() { return t("Peek-in"); }, get many() { return t("Peek-ins"); } },
  { "id":"wheel","income":true,"wallet":true, get one() { return t("Wheel spin"); }, get many() { return t("Wheel spins"); } },
  { "id":"gallery","income":true,"wallet":true, get one() { return t("Gallery"); }, get many() { return t("Galleries"); } },
  { "id":"video","income":true,"wallet":true, get one() { return t("Video"); }, get many() { return t("Videos"); } },
  { "id":"product","income":true,"wallet":true, get one() { return t("Product"); }, get many() { return t("Products"); } },
  { "id":"message","income":true,"wallet":true, get one() { return t("Message"); }, get many() { return t("Messages"); } },
  { "id":"messagePhoto","income":true,"wallet":true, get one() { return t("Photo in a message"); }, get many() { return t("Photos in messages"); } },
  { "id":"purchase","income":false,"wallet":true, get one() { return t("Tokens bought"); }, get many() { return t("Tokens bought"); } },
  { "id":"bonus","income":false,"wallet":true, get one() { return t("Bonus tokens"); }, get many() { return t("Bonus tokens"); } },
  { "id":"debit","income":false,"wallet":true, get one() { return t("Taken by hand"); }, get many() { return t("Taken by hand"); } },
  { "id":"dispute","income":false,"wallet":false, get one() { return t("Dispute"); }, get many() { return t("Disputes"); } },
  { "id":"recovery","income":false,"wallet":true, get one() { return t("Debt settled"); }, get many() { return t("Debts settled"); } },
  { "id":"grant","income":false,"wallet":true, get one() { return t("Grant"); }, get many() { return t("Grants"); } },
  { "id":"referral","income":false,"wallet":true, get one() { return t("Referral reward"); }, get many() { return t("Referral rewards"); } },
  { "id":"refund_debt","income":false,"wallet":false, get one() { return t("Refund repaid"); }, get many() { return t("Refunds repaid"); } },
  { "id":"payout","income":false,"wallet":false, get one() { return t("Payout asked for"); }, get many() { return t("Payouts asked for"); } },
  { "id":"payout_done","income":false,"wallet":false, get one() { return t("Payout paid"); }, get many() { return t("Payouts paid"); } },
] as const;

export type IncomeKind = "tip" | "private" | "group" | "peekIn" | "wheel" | "gallery" | "video" | "product" | "message" | "messagePhoto";

/** The same for each kind of income. */
export const eachIncome = <T>(of: (kind: IncomeKind) => T): Record<IncomeKind, T> => ({
  "tip": of("tip"),
  "private": of("private"),
  "group": of("group"),
  "peekIn": of("peekIn"),
  "wheel": of("wheel"),
  "gallery": of("gallery"),
  "video": of("video"),
  "product": of("product"),
  "message": of("message"),
  "messagePhoto": of("messagePhoto"),
});
