import { lazyPart } from "@/ui/lazyPart";
import { AssetList } from "./AssetList";

const ProductDialog = lazyPart(() => import("./ProductDialog").then((file) => file.ProductDialog));

/** /account/performer/products: my products by state, how many are left, and what they sold. */
export default function ProductsPage() {
  return <AssetList kind="product" dialog={(props) => <ProductDialog {...props} />} />;
}
