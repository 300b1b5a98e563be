import { FileDown, Wallet } from "lucide-react";
import { paths } from "@/app/paths";
import { useHasPage } from "@/app/useHasPage";
import { LinkButton } from "@/ui/Button";
import { AssetEditor } from "./AssetEditor";
import { MediumCard } from "./MediumCard";
import { PhotosCard } from "./PhotosCard";
import { useIsSending } from "./useLargeFiles";

/** /account/performer/products/$id: one product, with its pictures, stock or file, to price and submit. */
export default function ProductPage() {
  const hasOrders = useHasPage()(paths.performer.orders());
  return (
    <AssetEditor
      kind="product"
      useIsUploading={useIsSending}
      aside={() =>
        hasOrders && (
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
      {(product) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PhotosCard asset={product} />
          {product.product?.type === "digital" && (
            <MediumCard
              asset={product}
              purpose="digitalFile"
              icon={FileDown}
              title="File"
              noun="file"
              about="What buyers download."
            />
          )}
        </div>
      )}
    </AssetEditor>
  );
}
