// Written by `make generate`; do not edit.

/** The ledger's kinds of transfer, in the order of tables and forms. */
export const kinds = [
  {"id":"tip","income":true,"many":"Tips","one":"Tip","wallet":true},
  {"id":"private","income":true,"many":"Private shows","one":"Private show","wallet":true},
  {"id":"group","income":true,"many":"Group shows","one":"Group show","wallet":true},
  {"id":"peekIn","income":true,"many":"Peek-ins","one":"Peek-in","wallet":true},
  {"id":"wheel","income":true,"many":"Wheel spins","one":"Wheel spin","wallet":true},
  {"id":"gallery","income":true,"many":"Galleries","one":"Gallery","wallet":true},
  {"id":"video","income":true,"many":"Videos","one":"Video","wallet":true},
  {"id":"product","income":true,"many":"Products","one":"Product","wallet":true},
  {"id":"purchase","income":false,"many":"Tokens bought","one":"Tokens bought","wallet":true},
  {"id":"bonus","income":false,"many":"Bonus tokens","one":"Bonus tokens","wallet":true},
  {"id":"debit","income":false,"many":"Taken by hand","one":"Taken by hand","wallet":true},
  {"id":"dispute","income":false,"many":"Disputes","one":"Dispute","wallet":false},
  {"id":"recovery","income":false,"many":"Debts settled","one":"Debt settled","wallet":true},
  {"id":"grant","income":false,"many":"Grants","one":"Grant","wallet":true},
  {"id":"referral","income":false,"many":"Referral rewards","one":"Referral reward","wallet":true},
  {"id":"refund_debt","income":false,"many":"Refunds repaid","one":"Refund repaid","wallet":false},
  {"id":"payout","income":false,"many":"Payouts asked for","one":"Payout asked for","wallet":false},
  {"id":"payout_done","income":false,"many":"Payouts paid","one":"Payout paid","wallet":false},
] as const;

export type IncomeKind = "tip" | "private" | "group" | "peekIn" | "wheel" | "gallery" | "video" | "product";

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
});
