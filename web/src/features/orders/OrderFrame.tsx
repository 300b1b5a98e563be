import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/time";
import { OrderBadge } from "@/orders/OrderBadge";
import { Timeline } from "@/orders/Timeline";
import type { Order } from "@/orders/types";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { MessageLink } from "@/ui/MessageLink";
import { Back } from "./Back";
import { Due } from "./Due";
import { OrderWaiting } from "./OrderWaiting";
import { type Side, sides } from "./sides";
import { t } from "./texts";

type OrderFrameProps<O extends Order> = {
  side: Side;
  found: UseQueryResult<O>;
  /** What was bought, and what this side can do about it. */
  what: (order: O) => ReactNode;
  /** Whom this side may ask about it. */
  other: (order: O) => { _id: string; username: string };
  /** Where it goes, where it is, or its file. */
  further: (order: O) => ReactNode;
};

/** The page of one order: what it is and can become, where it goes, and how far it is. */
export function OrderFrame<O extends Order>({
  side,
  found,
  what,
  other,
  further,
}: OrderFrameProps<O>) {
  useTitle(t("Order"));
  return (
    <>
      <Back href={sides[side].list()} />
      <Loaded query={found} waiting={<OrderWaiting />}>
        {(order) => (
          <>
            <PageHeader
              title={t("Order {number}", { number: order.orderNumber })}
              actions={
                <>
                  <OrderBadge status={order.status} />
                  <MessageLink to={other(order)} source={side === "buyer" ? "performer" : "user"} />
                </>
              }
            >
              {t("Ordered {when}", { when: formatDateTime(order.createdAt) })}
            </PageHeader>
            <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_360px]">
              <div className="grid gap-5">
                <Card title={<span className="[overflow-wrap:anywhere]">{order.title}</span>}>
                  {what(order)}
                </Card>
                {further(order)}
              </div>
              <Timeline order={order}>
                <Due side={side} order={order} />
              </Timeline>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}
