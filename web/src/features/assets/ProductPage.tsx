import { Package } from "lucide-react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { AssetEditor } from "./AssetEditor";
import { useIsSending } from "./largeFiles";
import { t } from "./texts";

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
      aside={({ _id, sold }) =>
        sold > 0 && (
          <LinkButton
            href={paths.performer.orders({ productId: _id })}
            variant="outline"
            className="justify-self-start"
          >
            <Package size={18} aria-hidden />
            {t("Orders of it")}
          </LinkButton>
        )
      }
    >
      {(product) => <ProductFiles product={product} />}
    </AssetEditor>
  );
}
