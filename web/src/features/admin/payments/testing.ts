import { HttpResponse } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import type { Gateway, Intent, PaymentFile, Proposal } from "./api";

export const answer = (data: unknown) => HttpResponse.json({ data });
export const list = (...data: unknown[]) => answer({ data, total: data.length });
export const because = "the bank has confirmed it";

export const tasterOf = (id: string): Intent => ({
  _id: id,
  kind: "purchase",
  package: "Taster",
  gateway: "ccbill",
  accountId: "account-of-tom",
  username: "tom",
  price: 999,
  priceText: "9.99",
  currency: "EUR",
  tokens: 100,
  bonus: 0,
  status: "paid",
  refunded: 0,
  disputed: 0,
  checks: 1,
  createdAt: "2026-11-02T12:00:00Z",
});

export const card: Gateway = {
  _id: "ccbill",
  name: "CCBill",
  form: [
    { name: "shop", label: "Account", help: "Six digits.", secret: false, optional: false },
    { name: "salt", label: "Salt", help: "", secret: true, optional: false },
  ],
  values: { shop: "123456" },
  set: ["salt"],
  isActive: true,
  currencies: [],
  takes: ["EUR", "USD"],
};

export const waits: Proposal = {
  _id: "prop1",
  kind: "gateway",
  subject: "ccbill",
  name: "CCBill",
  changes: ["Switched on", "Salt: another one"],
  by: "account-of-bea",
  byName: "bea",
  at: "2026-11-02T12:00:00Z",
};

export const scene = (path: string, route?: string) => ({
  session: people.ada,
  path,
  ...(route && { route }),
  pages: [
    paths.admin.payments(),
    paths.admin.quarantine(),
    paths.admin.receivables(),
    "/admin/payments/$id",
  ],
});

export const fileOf = (changes: Partial<PaymentFile>): PaymentFile => ({
  ...tasterOf("pay1"),
  events: [
    {
      key: "sale:1",
      kind: "paid",
      amount: 999,
      receivedAt: "2026-11-02T12:01:00Z",
      notificationId: "n1",
    },
  ],
  quarantine: [],
  receivables: [],
  refunds: [],
  ...changes,
});
