import type { Schemas } from "@/api/client";

export type RefundRequest = Schemas["RefundsRefundRequest"];
export type RefundablePayment = Schemas["RefundsRefundablePayment"];
export type Status = RefundRequest["status"];
