import { FileDown } from "lucide-react";
import type { OwnAsset } from "@/store/own";
import { MediumCard } from "./MediumCard";
import { PhotosCard } from "./PhotosCard";
import { t } from "./texts";

/** What a product consists of: its pictures, and the file of a digital one. */
export function ProductFiles({ product }: { product: OwnAsset }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PhotosCard asset={product} />
      {product.product?.type === "digital" && (
        <MediumCard
          asset={product}
          purpose="digitalFile"
          icon={FileDown}
          title={t("File")}
          about={t("What buyers download.")}
        />
      )}
    </div>
  );
}
