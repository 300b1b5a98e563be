import { ShoppingBag } from "lucide-react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { PurchasedList } from "./PurchasedList";
import { t } from "./texts";

/** /account/user/purchased-product: the products I own. */
export default function PurchasedProductPage() {
  return (
    <PurchasedList
      kind="products"
      title={t("Purchased products")}
      icon={ShoppingBag}
      empty={t("Products you buy are listed here.")}
      action={
        <LinkButton href={paths.onSale("products")} variant="brand">
          {t("Look at products")}
        </LinkButton>
      }
    />
  );
}
