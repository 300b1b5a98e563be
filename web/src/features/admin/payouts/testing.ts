import { HttpResponse } from "msw";
import { request } from "@/money/payouts/testing";
import type { BatchView } from "./api";

export const answer = (data: object) => HttpResponse.json({ data });

/** A batch of one payment of Nina's, made by Ada and approved with it, or another. */
export function batchOf(changes: Partial<BatchView> = {}): BatchView {
  return {
    _id: "b1",
    rail: "sepa",
    currency: "EUR",
    total: "1000.00",
    payments: 1,
    twoNeeded: false,
    fileName: "sepa-b1.xml",
    hash: "ab12",
    state: "approved",
    creator: "ada",
    approver: "ada",
    createdAt: "2026-11-10T12:00:00Z",
    requests: [request({ status: "processing", batchId: "b1" })],
    ...changes,
  };
}
