import { Download, Package } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "@/lib/format";
import { isOffered, isSent, leftOf, maxTold } from "@/store/offer";
import type { Item } from "@/store/shop";
import { useUndoable } from "@/store/undoable";
import { Skeleton } from "@/ui/Skeleton";
import { BuyBar } from "./BuyBar";
import { Downloads } from "./Downloads";
import { Fresh } from "./Fresh";
import { ItemFrame, ItemTitle, ItemWords } from "./ItemParts";
import { MoreFrom } from "./MoreFrom";
import { OrdersOf } from "./OrdersOf";
import { Pictures } from "./Pictures";
import { Quantity } from "./Quantity";
import { t } from "./texts";

/** /product/{id}: what is sent or downloaded: its pictures, the way to buy it, and what became of that. */
export default function ProductPage() {
  return (
    <ItemFrame type="product" waiting={<Waiting />}>
      {(product) => <Shown key={product._id} product={product} />}
    </ItemFrame>
  );
}

const columns =
  "lg:grid lg:grid-cols-[minmax(0,1fr)_380px] lg:items-start lg:gap-8 xl:grid-cols-[minmax(0,1fr)_440px]";

function Shown({ product }: { product: Item }) {
  const fresh = useUndoable("product", product._id);
  const [quantity, setQuantity] = useState(1);
  const most = leftOf(product);
  const isDownload = product.product?.type === "digital";
  return (
    <>
      <article className={columns}>
        <Pictures product={product} />
        <div className="min-w-0 px-4 pt-4 lg:px-0 lg:pt-0">
          <ItemTitle item={product} />
          <Kind product={product} />
          {fresh && product.isBought && <Fresh item={product} undoable={fresh} />}
          {isDownload && product.isBought && <Downloads product={product} undoable={fresh} />}
          {product.isBought && <OrdersOf product={product} />}
          {isOffered(product) && isSent(product) && most > 0 && (
            <div className="mt-4">
              <Quantity value={Math.min(quantity, most)} most={most} onChange={setQuantity} />
            </div>
          )}
          <BuyBar
            item={product}
            quantity={Math.max(1, Math.min(quantity, most))}
            isFresh={fresh !== undefined}
          />
          <ItemWords item={product} />
        </div>
      </article>
      <MoreFrom item={product} />
    </>
  );
}

/** What it is, and how many there are. */
function Kind({ product: { product } }: { product: Item }) {
  if (product === undefined) return null;
  const { type, stock, isSoldOut, fileSize } = product;
  const Icon = type === "digital" ? Download : Package;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-label">
      <Icon size={18} className="text-fg3" aria-hidden />
      {type === "digital" ? t("A file to download") : t("Sent to you by its seller")}
      {fileSize ? <span className="font-normal text-fg2">{formatBytes(fileSize)}</span> : null}
      {type === "physical" &&
        (isSoldOut ? (
          <span className="text-danger-ink">{t("Sold out")}</span>
        ) : (
          <span className="text-ok-ink">
            {stock !== undefined && stock < maxTold
              ? t("{count, plural, one {# left} other {# left}}", { count: stock })
              : t("In stock")}
          </span>
        ))}
    </p>
  );
}

function Waiting() {
  return (
    <div className={columns} aria-busy>
      <Skeleton className="aspect-square lg:rounded-xl" />
      <div className="space-y-3 px-4 pt-4 lg:px-0 lg:pt-0">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-20 w-full" />
      </div>
    </div>
  );
}
