import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { api, type Schemas, unwrap } from "@/api/client";
import { paths } from "@/app/paths";
import { formatDate } from "@/lib/time";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { storeKeys } from "@/store/cache";
import type { Item } from "@/store/shop";
import { Link } from "@/ui/Link";
import { Skeleton } from "@/ui/Skeleton";
import { LoadFailure } from "@/ui/States";
import { t } from "./texts";

/** The last ones are shown; a link leads to the page of all. */
const most = 3;

const states = (): Readonly<Record<Schemas["OrdersBoughtOrder"]["status"], string>> => ({
  created: t("Ordered"),
  processing: t("Being prepared"),
  shipped: t("On its way"),
  delivered: t("Delivered"),
  cancelled: t("Cancelled"),
  refunded: t("Refunded"),
});

/** My orders of a product, with their numbers. */
export function OrdersOf({ product }: { product: Item }) {
  const { _id } = product;
  const orders = useQuery({
    queryKey: storeKeys.orders(_id),
    queryFn: ({ signal }) => {
      const query = { productId: _id, limit: most };
      return unwrap(api.GET("/orders/user/search", { params: { query }, signal }));
    },
  });
  useSocketEvent("order/changed", () => orders.refetch());
  if (orders.isPending) return <Skeleton alone className="mt-4 h-16 rounded-lg" />;
  const total = orders.data?.total ?? 0;
  return (
    <section aria-label={t("Your orders of it")} className="mt-4">
      <LoadFailure query={orders} what={t("Your orders")} />
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-s1 empty:hidden">
        {orders.data?.data.map(({ _id: id, orderNumber, status, quantity, createdAt }) => (
          <li key={id}>
            <Link
              href={paths.user.order(id)}
              className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-s2 focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <span className="tnum block text-label font-bold">
                  {t("Order {number}", { number: orderNumber })}
                </span>
                <span className="block text-caption text-fg2">
                  {[
                    quantity > 1 &&
                      t("{count, plural, one {# piece} other {# pieces}}", { count: quantity }),
                    formatDate(createdAt),
                    states()[status],
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              <ChevronRight size={18} className="text-fg3 rtl:-scale-x-100" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      {total > most && (
        <Link
          href={paths.user.orders({ productId: _id })}
          className="inline-flex min-h-11 items-center text-label font-semibold hover:underline"
        >
          {t("All {count, plural, one {# order} other {# orders}} of it", { count: total })}
        </Link>
      )}
    </section>
  );
}
