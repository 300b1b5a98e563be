import type { BadgeTone } from "@/ui/Badge";
import { t } from "./texts";
import type { Order, OrderStatus } from "./types";

/** The states of an order, in the order of its life. */
export const statuses = (): readonly { value: OrderStatus; label: string; tone: BadgeTone }[] => [
  { value: "created", label: t("Created"), tone: "gold" },
  { value: "processing", label: t("Processing"), tone: "violet" },
  { value: "shipped", label: t("Shipped"), tone: "sky" },
  { value: "delivered", label: t("Delivered"), tone: "ok" },
  { value: "cancelled", label: t("Cancelled"), tone: "neutral" },
  { value: "refunded", label: t("Refunded"), tone: "danger" },
];

export function isStatus(text: string | undefined): text is OrderStatus {
  return statuses().some(({ value }) => value === text);
}

export function statusName(status: OrderStatus): string {
  return statuses().find(({ value }) => value === status)?.label ?? status;
}

/** Whether the site holds what was paid: it is sent, and nobody has sent it yet. */
export function isHeld({ productType, status }: Order): boolean {
  return productType === "physical" && (status === "created" || status === "processing");
}

/** What is left of what was paid: a part of it may have been given back. */
export function leftOf({ price, refunded = 0 }: Pick<Order, "price" | "refunded">): number {
  return price - refunded;
}

/** "2 × Signed print". */
export function itemName({ quantity, title }: Pick<Order, "quantity" | "title">): string {
  return quantity === 1 ? title : `${quantity} × ${title}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long it is until an instant, in words: "3 days", "5 hours", "1 minute"; of a past one "over". */
export function timeLeft(until: string, now: number): string {
  const left = Date.parse(until) - now;
  if (left >= 2 * day)
    return t("{count, plural, one {# day} other {# days}}", { count: Math.floor(left / day) });
  if (left >= 2 * hour)
    return t("{count, plural, one {# hour} other {# hours}}", { count: Math.floor(left / hour) });
  if (left <= 0) return t("over");
  const count = Math.max(1, Math.floor(left / minute));
  return t("{count, plural, one {# minute} other {# minutes}}", { count });
}

/** Whether an instant is less than a day away, or past. */
export function isSoon(until: string, now: number): boolean {
  return Date.parse(until) - now < day;
}
