import { paths } from "@/app/paths";
import { soldOrders } from "@/orders/api";
import { useOrderFilter } from "@/orders/useOrderFilter";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { useList } from "@/ui/useList";
import { NoOrders, OrderList } from "./OrderList";
import { t } from "./texts";
import { ToBegin, ToShip } from "./Waiting";

/** /account/performer/orders: what waits to be begun and shipped, then all that was ordered from me. */
export default function SoldOrdersPage() {
  useTitle(t("Orders"));
  const { filter } = useOrderFilter();
  const [list, page] = useList(paths.performer.orders, (offset) =>
    soldOrders({ ...filter, offset }),
  );
  return (
    <>
      <PageHeader title={t("Orders")}>
        {t("What was bought from you. Tokens of what you send are held until you ship it.")}
      </PageHeader>
      <div className="grid gap-5">
        {!filter.productId && (
          <>
            <ToBegin />
            <ToShip />
          </>
        )}
        <Card flush title={t("All orders")}>
          <OrderList
            side="seller"
            list={list}
            page={page}
            label={t("All orders")}
            placeholder={t("Number, item or buyer")}
            other={{ header: t("Buyer"), nameOf: ({ userInfo }) => userInfo.username }}
            none={
              <NoOrders
                title={t("Nobody has ordered yet")}
                way={t("Your products")}
                href={paths.performer.products()}
              >
                {t("When somebody buys a product, the order appears here, and you hear it.")}
              </NoOrders>
            }
          />
        </Card>
      </div>
    </>
  );
}
