import type { OrderSlots } from "@/declared/slots";
import { BoughtOrderView } from "@/features/orders/BoughtOrderView";

const slots: OrderSlots = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<OrderSlots>("../features/**/orderSlots.ts", {
      eager: true,
      import: "orderSlots",
    }),
  ),
);

/** /account/user/orders/:id: what I ordered, how far it is, and what I can do about it. */
export default function OrderPage() {
  return <BoughtOrderView {...slots} />;
}
