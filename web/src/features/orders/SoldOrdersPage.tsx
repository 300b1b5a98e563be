import { useQuery } from "@tanstack/react-query";
import { Package, SearchX } from "lucide-react";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { pageSize, soldOrders } from "@/orders/api";
import { OrderBadge } from "@/orders/OrderBadge";
import { OrderFilters } from "@/orders/OrderFilters";
import type { SoldOrder } from "@/orders/types";
import { useOrderFilter } from "@/orders/useOrderFilter";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Pagination } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { Item, OrderNumber } from "./cells";
import { ToBegin, ToShip } from "./Waiting";

/** /account/performer/orders: what waits to be begun and shipped, then all that was ordered from me. */
export default function SoldOrdersPage() {
  useTitle("Orders");
  const { setQuery } = useAddress();
  const { filter, isFiltered } = useOrderFilter();
  const list = useQuery(soldOrders(filter));
  return (
    <>
      <PageHeader title="Orders">
        What was bought from you. Tokens of what you send are held until you ship it.
      </PageHeader>
      <div className="grid gap-5">
        <ToBegin />
        <ToShip />
        <Card flush title="All orders">
          <OrderFilters placeholder="Number, item or buyer" />
          <DataTable
            label="All orders"
            columns={columns}
            rows={list.data?.data}
            rowKey={({ _id }) => _id}
            error={list.error}
            onRetry={list.refetch}
            empty={<Nothing isFiltered={isFiltered} />}
          />
          <Pagination
            total={list.data?.total ?? 0}
            offset={filter.offset}
            limit={pageSize}
            onMove={(next) => setQuery({ offset: next || "" })}
          />
        </Card>
      </div>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { setQuery } = useAddress();
  if (isFiltered) {
    const everything = { q: "", status: "", from: "", to: "", offset: "" };
    return (
      <EmptyState
        title="No order matches"
        icon={<SearchX aria-hidden />}
        action={<Button onClick={() => setQuery(everything)}>Show all orders</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="Nobody has ordered yet"
      icon={<Package aria-hidden />}
      action={<LinkButton href={paths.performer.products()}>Your products</LinkButton>}
    >
      When somebody buys a product, the order appears here, and you hear it.
    </EmptyState>
  );
}

const columns: Column<SoldOrder>[] = [
  { id: "number", header: "Order", cell: (order) => <OrderNumber order={order} /> },
  { id: "when", header: "Ordered", cell: ({ createdAt }) => formatDate(createdAt) },
  { id: "item", header: "Item", cell: (order) => <Item order={order} /> },
  { id: "who", header: "Buyer", cell: ({ userInfo }) => userInfo.username },
  { id: "price", header: "Price", numeric: true, cell: ({ price }) => countOf(price, "token") },
  { id: "state", header: "State", cell: ({ status }) => <OrderBadge status={status} /> },
  {
    id: "acts",
    header: "",
    cell: ({ _id, orderNumber }) => (
      <LinkButton
        size="sm"
        variant="outline"
        href={paths.performer.order(_id)}
        aria-label={`Details of the order ${orderNumber}`}
      >
        Details
      </LinkButton>
    ),
  },
];
