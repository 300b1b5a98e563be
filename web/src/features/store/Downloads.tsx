import { formatBytes } from "@/lib/format";
import { DownloadButton, downloadsADay } from "@/store/DownloadButton";
import type { Item } from "@/store/shop";
import type { Undoable } from "@/store/undoable";
import { opened } from "./buy";
import { t } from "./texts";

type DownloadsProps = {
  product: Item;
  /** The download ends what could be undone. */
  undoable: Undoable | undefined;
};

/** The file of a digital product, for who bought it. */
export function Downloads({ product, undoable }: DownloadsProps) {
  const { fileName, fileSize } = product.product ?? {};
  const purchaseId = undoable?.purchaseId;
  return (
    <section
      aria-label={t("Your file")}
      className="mt-4 rounded-lg border border-line bg-s1 p-4 lg:p-5"
    >
      <h2 className="text-h3 font-bold [overflow-wrap:anywhere]">{fileName ?? t("Your file")}</h2>
      <p className="mt-1 mb-4 text-label font-normal text-fg2">
        {[
          fileSize && formatBytes(fileSize),
          t("{count, plural, one {# download} other {# downloads}} in 24 hours", {
            count: downloadsADay,
          }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <DownloadButton
        productId={product._id}
        onLink={() =>
          opened({
            type: "product",
            itemId: product._id,
            ...(purchaseId !== undefined && { purchaseId }),
          })
        }
      />
    </section>
  );
}
