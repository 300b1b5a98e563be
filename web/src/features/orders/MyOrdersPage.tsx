import { useQuery } from "@tanstack/react-query";
import { Package, SearchX } from "lucide-react";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { boughtOrders, pageSize } from "@/orders/api";
import { OrderBadge } from "@/orders/OrderBadge";
import { OrderFilters } from "@/orders/OrderFilters";
import type { BoughtOrder } from "@/orders/types";
import { useOrderFilter } from "@/orders/useOrderFilter";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { Pagination } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { Item } from "./cells";

/** /account/user/orders: the products I ordered, and how far each order is. */
export default function MyOrdersPage() {
  useTitle("Orders");
  const { setQuery } = useAddress();
  const { filter, isFiltered } = useOrderFilter();
  const list = useQuery(boughtOrders(filter));
  return (
    <>
      <PageHeader title="Orders">
        Products you bought. What is sent to you is paid out only when it is shipped.
      </PageHeader>
      <Card flush>
        <OrderFilters placeholder="Number, item or name" />
        <DataTable
          label="Orders"
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
      title="You have not ordered anything"
      icon={<Package aria-hidden />}
      action={<LinkButton href={paths.cams()}>Look around</LinkButton>}
    >
      Products you buy are listed here, with their delivery and downloads.
    </EmptyState>
  );
}

const columns: Column<BoughtOrder>[] = [
  {
    id: "number",
    header: "Order",
    cell: ({ _id, orderNumber }) => (
      <Link
        href={paths.user.order(_id)}
        className="tnum inline-flex min-h-11 items-center font-semibold hover:underline"
      >
        {orderNumber}
      </Link>
    ),
  },
  { id: "when", header: "Ordered", cell: ({ createdAt }) => formatDate(createdAt) },
  { id: "item", header: "Item", cell: (order) => <Item order={order} /> },
  { id: "from", header: "From", cell: ({ performerInfo }) => performerInfo.username },
  { id: "price", header: "Price", numeric: true, cell: ({ price }) => countOf(price, "token") },
  { id: "state", header: "State", cell: ({ status }) => <OrderBadge status={status} /> },
  {
    id: "acts",
    header: "",
    cell: ({ _id, orderNumber }) => (
      <LinkButton
        size="sm"
        variant="outline"
        href={paths.user.order(_id)}
        aria-label={`Details of the order ${orderNumber}`}
      >
        Details
      </LinkButton>
    ),
  },
];
