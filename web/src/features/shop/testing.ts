import { HttpResponse, http } from "msw";
import { server } from "@/testing/server";
import type { Limits, Package, Payment } from "./api";

const both = [
  { _id: "ccbill", name: "CCBill" },
  { _id: "btcpay", name: "BTCPay" },
];

/** Two packages: of the larger one a token costs less. */
export const taster: Package = {
  _id: "p1",
  name: "Taster",
  price: 999,
  priceText: "9.99",
  currency: "EUR",
  tokens: 100,
  bonus: 0,
  pricePerToken: 999,
  gateways: both,
};
export const evening: Package = {
  _id: "p2",
  name: "Evening",
  price: 2499,
  priceText: "24.99",
  currency: "EUR",
  tokens: 260,
  bonus: 10,
  pricePerToken: 926,
  gateways: both.slice(1),
};

export const noLimits: Limits = {
  daily: 0,
  weekly: 0,
  monthly: 0,
  spent: { daily: 12.5, weekly: 40, monthly: 40 },
  frozen: false,
};

export const begun: Payment = {
  _id: "pay1",
  package: "Taster",
  gateway: "ccbill",
  price: 999,
  priceText: "9.99",
  currency: "EUR",
  tokens: 100,
  bonus: 0,
  status: "created",
  refunded: 0,
  createdAt: "2026-11-02T12:00:00Z",
};

export const answer = (data: unknown) => HttpResponse.json({ data });

/** A refused call. */
export const refuse = (status: number, error: string, message: string) =>
  HttpResponse.json({ statusCode: status, error, message }, { status });

type Scene = { packages?: Package[]; last?: string; limits?: Limits };

/** A shop with these packages and limits. */
export function stock({ packages = [taster, evening], last, limits = noLimits }: Scene = {}) {
  server.use(
    http.get("*/api/package/token/search", () =>
      answer({ data: packages, total: packages.length, ...(last && { lastGateway: last }) }),
    ),
    http.get("*/api/member/spending-limits", () => answer(limits)),
  );
}
