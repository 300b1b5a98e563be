import { AssetList } from "./AssetList";
import { ProductDialog } from "./ProductDialog";

/** /account/performer/products: my products by state, how many are left, and what they sold. */
export default function ProductsPage() {
  return <AssetList kind="product" dialog={(props) => <ProductDialog {...props} />} />;
}
