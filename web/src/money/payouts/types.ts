import type { Schemas } from "@/api/client";

/** What somebody asked to be paid, and how far it is. */
export type PayoutRequest = Schemas["PayoutsPayoutRequest"];
export type Status = PayoutRequest["status"];
export type Method = PayoutRequest["paymentAccountType"];
export type Line = Schemas["PayoutsLine"];
