import type { RefundablePayment, RefundRequest } from "./types";

/** Tom's tip to Nina, as it may be asked about. */
export const tip: RefundablePayment = {
  type: "tip",
  sourceId: "t1",
  performerInfo: { _id: "nina", username: "nina" },
  token: 50,
  refundable: 50,
  paidAt: "2026-11-02T12:00:00Z",
  until: "2100-11-04T12:00:00Z",
  reasons: ["duplicate", "mistake"],
};

/** What Tom asked about it. */
export const asked: RefundRequest = {
  _id: "r1",
  type: "tip",
  sourceId: "t1",
  performerInfo: tip.performerInfo,
  token: 50,
  refundable: 50,
  paidAt: tip.paidAt,
  reason: "duplicate",
  text: "I pressed the button twice.",
  status: "pending",
  refunded: 0,
  createdAt: "2026-11-02T12:05:00Z",
};
