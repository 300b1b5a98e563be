import { CircleAlert } from "lucide-react";
import type { Side } from "./sides";
import { t } from "./texts";

const says = (): Readonly<Record<Side, string>> => ({
  buyer: t(
    "A payment of yours is being checked. Your order can be shipped when that is over, and its time begins anew then.",
  ),
  seller: t(
    "The payment of this order is being checked. It cannot be shipped now. Your time begins anew when that is over.",
  ),
});

type PaymentCheckedProps = { side: Side; isChecked: boolean | undefined; id?: string };

/** Says that an order waits because its payment is checked; nothing while it is not. */
export function PaymentChecked({ side, isChecked, id }: PaymentCheckedProps) {
  if (!isChecked) return null;
  return (
    <p
      id={id}
      className="mt-4 flex items-start gap-2.5 rounded-md bg-s2 px-4 py-3 text-label font-normal"
    >
      <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-fg2" />
      <span>{says()[side]}</span>
    </p>
  );
}
