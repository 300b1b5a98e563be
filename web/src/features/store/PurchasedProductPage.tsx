import { ShoppingBag } from "lucide-react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { PurchasedList } from "./PurchasedList";

/** /account/user/purchased-product: the products I own. */
export default function PurchasedProductPage() {
  return (
    <PurchasedList
      kind="products"
      title="Purchased products"
      icon={ShoppingBag}
      empty="Products you buy are listed here."
      action={
        <LinkButton href={paths.onSale("products")} variant="brand">
          Look at products
        </LinkButton>
      }
    />
  );
}
