import { HttpResponse, http } from "msw";
import type { PayoutRequest } from "@/money/payouts/types";
import { server } from "@/testing/server";
import type { Destination, Preview, Stats } from "./api";

export const answer = (data: object) => HttpResponse.json({ data });

export const bank: Destination = {
  type: "bank_transfer",
  accountHolder: "Nina Vale",
  iban: "DE••••3000",
  updatedAt: "2026-10-01T12:00:00Z",
};

export const standing: Stats = {
  balance: 2500,
  held: 500,
  owed: 0,
  available: 2000,
  reserved: 0,
  paid: 7000,
  byStatus: [],
};

export const all: Preview = {
  ...standing,
  requestTokens: 2000,
  amount: "1000.00",
  fee: "0.00",
  currency: "EUR",
  rate: "0.5000",
  minimum: "50.00",
  lines: [{ type: "tip", count: 12, token: 2000 }],
  toDate: "2026-11-02T12:00:00Z",
  heldEntries: [
    { type: "tip", sourceId: "a", token: 200.1, freeAt: "2026-11-10T10:00:00Z" },
    { type: "tip", sourceId: "b", token: 0.2, freeAt: "2026-11-10T12:00:00Z" },
    { type: "wheel", sourceId: "c", token: 299.7, freeAt: "2026-11-12T12:00:00Z" },
  ],
  heldTotal: 4,
  methods: ["bank_transfer", "direct_deposit", "paxum", "bitpay"],
};

type Site = {
  earner?: "performer" | "studio";
  stats?: Stats;
  details?: { data: Destination[]; frozenUntil?: string };
  /** What the preview answers by the tokens that are asked for. */
  preview?: (tokens: string | null) => Preview;
  requests?: PayoutRequest[];
};

/** A site on which somebody earns; `requests` is the list as it changes. */
export function serve({
  earner = "performer",
  stats = standing,
  details = { data: [bank] },
  preview = () => all,
  requests = [],
}: Site = {}) {
  const asked: (string | null)[] = [];
  server.use(
    http.get(`*/api/payout-requests/${earner}/stats`, () => answer(stats)),
    http.get("*/api/payment-information", () => answer({ ...details, total: details.data.length })),
    http.get(`*/api/earning/${earner}/payout`, ({ request }) => {
      const tokens = new URL(request.url).searchParams.get("requestTokens");
      asked.push(tokens);
      return answer(preview(tokens));
    }),
    http.get(`*/api/payout-requests/${earner}/search`, ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      const data = requests.filter((one) => status === null || one.status === status);
      return answer({ data, total: data.length });
    }),
  );
  return { asked };
}
