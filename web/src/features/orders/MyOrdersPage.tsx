import { paths } from "@/app/paths";
import { boughtOrders } from "@/orders/api";
import { useOrderFilter } from "@/orders/useOrderFilter";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { useList } from "@/ui/useList";
import { NoOrders, OrderList } from "./OrderList";
import { t } from "./texts";

/** /account/user/orders: the products I ordered, and how far each order is. */
export default function MyOrdersPage() {
  useTitle(t("Orders"));
  const { filter } = useOrderFilter();
  const [list, page] = useList(paths.user.orders, (offset) => boughtOrders({ ...filter, offset }));
  return (
    <>
      <PageHeader title={t("Orders")}>
        {t("Products you bought. What is sent to you is paid out only when it is shipped.")}
      </PageHeader>
      <Card flush>
        <OrderList
          side="buyer"
          list={list}
          page={page}
          label={t("Orders")}
          placeholder={t("Number, item or name")}
          other={{ header: t("From"), nameOf: ({ performerInfo }) => performerInfo.username }}
          none={
            <NoOrders
              title={t("You have not ordered anything")}
              way={t("Look around")}
              href={paths.cams()}
            >
              {t("Products you buy are listed here, with their delivery and downloads.")}
            </NoOrders>
          }
        />
      </Card>
    </>
  );
}
