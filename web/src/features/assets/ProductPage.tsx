import { Wallet } from "lucide-react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { AssetEditor } from "./AssetEditor";
import { useIsSending } from "./largeFiles";

const ProductFiles = lazyPart(
  () => import("./ProductFiles").then((file) => file.ProductFiles),
  <Skeleton className="h-96 w-full rounded-lg" />,
);
ProductFiles.fetch(); // while the product itself is asked for

/** /account/performer/products/$id: one product, with its pictures, stock or file, to price and submit. */
export default function ProductPage() {
  return (
    <AssetEditor
      kind="product"
      useIsUploading={useIsSending}
      aside={({ sold }) =>
        sold > 0 && (
          <LinkButton
            href={paths.performer.orders()}
            variant="outline"
            className="justify-self-start"
          >
            <Wallet size={18} aria-hidden />
            Orders
          </LinkButton>
        )
      }
    >
      {(product) => <ProductFiles product={product} />}
    </AssetEditor>
  );
}
