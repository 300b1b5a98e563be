import type { PayoutRequest } from "./types";

/** Nina's request of 2,000 tokens by bank transfer, or another. */
export function request(changes: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    _id: "r1",
    userInfo: { _id: "nina", username: "nina" },
    role: "performer",
    status: "pending",
    paymentAccountType: "bank_transfer",
    account: "DE••••3000",
    requestTokens: 2000,
    amount: "1000.00",
    fee: "0.00",
    currency: "EUR",
    rate: "0.5000",
    lines: [
      { type: "tip", count: 12, token: 2100 },
      { type: "carried", count: 0, token: -100 },
    ],
    toDate: "2026-11-02T12:00:00Z",
    secondApproval: false,
    createdAt: "2026-11-09T12:00:00Z",
    updatedAt: "2026-11-09T12:00:00Z",
    ...changes,
  };
}
