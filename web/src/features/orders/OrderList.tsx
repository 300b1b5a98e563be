import type { UseQueryResult } from "@tanstack/react-query";
import { Package, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { List } from "@/api/client";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { pageSize } from "@/orders/api";
import { OrderBadge } from "@/orders/OrderBadge";
import { OrderFilters } from "@/orders/OrderFilters";
import type { Order } from "@/orders/types";
import { useOrderFilter } from "@/orders/useOrderFilter";
import { Button, LinkButton } from "@/ui/Button";
import { type Column, DataTable } from "@/ui/DataTable";
import { focusHeading } from "@/ui/focusHeading";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { Item, OrderNumber } from "./cells";
import { type Side, sides } from "./sides";

type OrderListProps<O extends Order> = {
  side: Side;
  list: UseQueryResult<List<O>>;
  label: string;
  placeholder: string;
  /** Who is on the other side of an order. */
  other: { header: string; nameOf: (order: O) => string };
  /** What is said to who has no order. */
  none: ReactNode;
};

/** The orders of one side that the address asks for, to be narrowed. */
export function OrderList<O extends Order>(props: OrderListProps<O>) {
  const { side, list, label, placeholder, other, none } = props;
  const [, setQuery] = useSearch(paths.user.orders);
  const { filter, isFiltered, showAll } = useOrderFilter();
  const onShowAll = () => {
    showAll();
    focusHeading(); // the pressed button goes
  };
  const rows = rowsOf(list.data);
  const title = rows?.[0]?.title;
  return (
    <>
      <OrderFilters placeholder={placeholder} />
      {filter.productId && (
        <p className="flex flex-wrap items-center gap-x-3 px-4 pb-3 text-label font-normal text-fg2">
          Only orders of {title ? `“${title}”` : "one product"}.
          <Button size="sm" variant="ghost" onClick={onShowAll}>
            Show all orders
          </Button>
        </p>
      )}
      <DataTable
        label={label}
        columns={columnsOf(side, other)}
        rows={rows}
        rowKey={({ _id }) => _id}
        error={list.error}
        onRetry={list.refetch}
        empty={isFiltered ? <NoneFound onShowAll={onShowAll} /> : none}
      />
      <Pagination
        list={list}
        offset={filter.offset}
        limit={pageSize}
        onMove={(next) => setQuery({ offset: next || "" })}
      />
    </>
  );
}

function NoneFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No order matches"
      icon={<SearchX aria-hidden />}
      action={<Button onClick={onShowAll}>Show all orders</Button>}
    />
  );
}

type NoOrdersProps = { title: string; way: string; href: string; children: ReactNode };

/** What is shown to who has no order, with a way on. */
export function NoOrders({ title, way, href, children }: NoOrdersProps) {
  return (
    <EmptyState
      title={title}
      icon={<Package aria-hidden />}
      action={<LinkButton href={href}>{way}</LinkButton>}
    >
      {children}
    </EmptyState>
  );
}

function columnsOf<O extends Order>(
  side: Side,
  { header, nameOf }: OrderListProps<O>["other"],
): Column<O>[] {
  return [
    { id: "number", header: "Order", cell: (order) => <OrderNumber side={side} order={order} /> },
    { id: "when", header: "Ordered", cell: ({ createdAt }) => formatDate(createdAt) },
    { id: "item", header: "Item", cell: (order) => <Item order={order} /> },
    { id: "other", header, cell: nameOf },
    { id: "price", header: "Price", numeric: true, cell: ({ price }) => countOf(price, "token") },
    { id: "state", header: "State", cell: ({ status }) => <OrderBadge status={status} /> },
    {
      id: "acts",
      header: "",
      cell: ({ _id, orderNumber }) => (
        <LinkButton
          size="sm"
          variant="outline"
          href={sides[side].page(_id)}
          aria-label={`Details of the order ${orderNumber}`}
        >
          Details
        </LinkButton>
      ),
    },
  ];
}
