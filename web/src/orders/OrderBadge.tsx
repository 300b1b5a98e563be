import { Badge } from "@/ui/Badge";
import type { OrderStatus } from "./types";
import { statuses } from "./words";

/** How far an order is. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const known = statuses().find(({ value }) => value === status);
  return <Badge tone={known?.tone ?? "neutral"}>{known?.label ?? status}</Badge>;
}
