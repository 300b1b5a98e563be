import { Package, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate } from "@/lib/time";
import { OrderBadge } from "@/orders/OrderBadge";
import { OrderFilters } from "@/orders/OrderFilters";
import type { Order } from "@/orders/types";
import { useOrderFilter } from "@/orders/useOrderFilter";
import { Button, LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { focusHeading } from "@/ui/focusHeading";
import { ListTable, type ListTableProps } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import type { Page } from "@/ui/useList";
import { Item, OrderNumber } from "./cells";
import { type Side, sides } from "./sides";
import { t } from "./texts";

type OrderListProps<O extends Order> = {
  side: Side;
  list: ListTableProps<O>["list"];
  page: Page;
  label: string;
  placeholder: string;
  /** Who is on the other side of an order. */
  other: { header: string; nameOf: (order: O) => string };
  /** What is said to who has no order. */
  none: ReactNode;
};

/** The orders of one side that the address asks for, to be narrowed. */
export function OrderList<O extends Order>(props: OrderListProps<O>) {
  const { side, list, page, label, placeholder, other, none } = props;
  const { filter, isFiltered, showAll } = useOrderFilter();
  const onShowAll = () => {
    showAll();
    focusHeading(); // the pressed button goes
  };
  const title = list.data?.data[0]?.title;
  return (
    <>
      <OrderFilters placeholder={placeholder} />
      {filter.productId && (
        <p className="flex flex-wrap items-center gap-x-3 px-4 pb-3 text-label font-normal text-fg2">
          {title ? t("Only orders of “{title}”.", { title }) : t("Only orders of one product.")}
          <Button size="sm" variant="ghost" onClick={onShowAll}>
            {t("Show all orders")}
          </Button>
        </p>
      )}
      <ListTable
        list={list}
        page={page}
        label={label}
        columns={columnsOf(side, other)}
        rowKey={({ _id }) => _id}
        empty={isFiltered ? <NoneFound onShowAll={onShowAll} /> : none}
      />
    </>
  );
}

function NoneFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title={t("No order matches")}
      icon={<SearchX aria-hidden />}
      action={<Button onClick={onShowAll}>{t("Show all orders")}</Button>}
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
    {
      id: "number",
      header: t("Order"),
      cell: (order) => <OrderNumber side={side} order={order} />,
    },
    { id: "when", header: t("Ordered"), cell: ({ createdAt }) => formatDate(createdAt) },
    { id: "item", header: t("Item"), cell: (order) => <Item order={order} /> },
    { id: "other", header, cell: nameOf },
    {
      id: "price",
      header: t("Price"),
      numeric: true,
      cell: ({ price }) => t("{count, plural, one {# token} other {# tokens}}", { count: price }),
    },
    { id: "state", header: t("State"), cell: ({ status }) => <OrderBadge status={status} /> },
    {
      id: "acts",
      header: "",
      cell: ({ _id, orderNumber }) => (
        <LinkButton
          size="sm"
          variant="outline"
          href={sides[side].page(_id)}
          aria-label={t("Details of the order {number}", { number: orderNumber })}
        >
          {t("Details")}
        </LinkButton>
      ),
    },
  ];
}
