import { Package, SearchX, X } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { OrderBadge } from "@/orders/OrderBadge";
import { OrderFilters } from "@/orders/OrderFilters";
import type { AdminOrder } from "@/orders/types";
import { useOrderFilter } from "@/orders/useOrderFilter";
import { itemName } from "@/orders/words";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { allOrders } from "./api";
import { OrderDialog } from "./OrderDialog";
import { t } from "./texts";

/** /admin/orders: what was ordered from everybody, found by words, state, days and people. */
export default function OrdersPage() {
  useTitle(t("Orders"));
  const [query, choose] = useFilters(paths.admin.orders);
  const { memberId = "", performerId = "" } = query;
  const { filter, isFiltered } = useOrderFilter();
  const { model } = useLabels();
  const [list, page] = useList(paths.admin.orders, (offset) =>
    allOrders({ ...filter, memberId, performerId, offset }),
  );
  const [looked, setLooked] = useState<AdminOrder>();
  const isOfOne = Boolean(memberId || performerId || filter.productId);
  return (
    <ListPage
      title={t("Orders")}
      lead={t("Products that were bought. Addresses are between the buyer and the seller.")}
      filters={
        <>
          <OrderFilters placeholder={t("Number, item or username")} />
          {isOfOne && (
            <div className="px-4 pb-3">
              <Button
                variant="soft"
                size="sm"
                onClick={() => choose({ memberId: "", performerId: "", productId: "" })}
              >
                <X size={16} aria-hidden />
                {t("Show all orders")}
              </Button>
            </div>
          )}
        </>
      }
      list={list}
      page={page}
      columns={columns(model, choose, setLooked)}
      rowKey={({ _id }) => _id}
      empty={
        isFiltered || isOfOne ? (
          <EmptyState title={t("No order matches")} icon={<SearchX aria-hidden />} />
        ) : (
          <EmptyState title={t("Nothing was ordered yet")} icon={<Package aria-hidden />}>
            {t("Each product that is bought has its order here.")}
          </EmptyState>
        )
      }
    >
      {looked && <OrderDialog order={looked} onClose={() => setLooked(undefined)} />}
    </ListPage>
  );
}

function columns(
  model: string,
  choose: (changes: Record<string, string>) => void,
  onLook: (order: AdminOrder) => void,
): Column<AdminOrder>[] {
  return [
    {
      id: "number",
      header: t("Order"),
      cell: ({ orderNumber }) => <span className="tnum font-semibold">{orderNumber}</span>,
    },
    { id: "when", header: t("Ordered"), cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      id: "item",
      header: t("Item"),
      cell: (order) => (
        <span className="line-clamp-2 max-w-64 whitespace-normal [overflow-wrap:anywhere]">
          {itemName(order)}
        </span>
      ),
    },
    {
      id: "who",
      header: t("Member"),
      cell: ({ userInfo: { _id, username } }) => (
        <Person name={username} onChoose={() => choose({ memberId: _id })} />
      ),
    },
    {
      id: "from",
      header: model,
      cell: ({ performerInfo: { _id, username } }) => (
        <Person name={username} onChoose={() => choose({ performerId: _id })} />
      ),
    },
    {
      id: "price",
      header: t("Paid"),
      numeric: true,
      cell: ({ price }) => t("{count, plural, one {# token} other {# tokens}}", { count: price }),
    },
    { id: "state", header: t("State"), cell: ({ status }) => <OrderBadge status={status} /> },
    {
      id: "acts",
      header: "",
      cell: (order) => (
        <Button
          size="sm"
          variant="outline"
          aria-label={t("Details of the order {orderNumber}", { orderNumber: order.orderNumber })}
          onClick={() => onLook(order)}
        >
          {t("Details")}
        </Button>
      ),
    },
  ];
}

function Person({ name, onChoose }: { name: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      className="min-h-9 font-semibold hover:underline"
      title={t("All orders of {name}", { name })}
      onClick={onChoose}
    >
      {name}
    </button>
  );
}
