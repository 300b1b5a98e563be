import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { api, unwrap } from "@/api/client";
import { messageOf } from "@/api/errors";
import { countOf, formatBytes } from "@/lib/format";
import type { Item } from "@/store/shop";
import type { Undoable } from "@/store/undoable";
import { Button } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { opened } from "./buy";

/** So many downloads there are of a product in a day (behaviours.md, Orders). */
const inADay = 5;

type DownloadsProps = {
  product: Item;
  /** The download ends what could be undone. */
  undoable: Undoable | undefined;
};

/** The file of a digital product, for who bought it. */
export function Downloads({ product, undoable }: DownloadsProps) {
  const { fileName, fileSize } = product.product ?? {};
  return (
    <section aria-label="Your file" className="mt-4 rounded-lg border border-line bg-s1 p-4 lg:p-5">
      <h2 className="text-h3 font-bold [overflow-wrap:anywhere]">{fileName ?? "Your file"}</h2>
      <p className="mt-1 text-label font-normal text-fg2">
        {[fileSize && formatBytes(fileSize), `${inADay} downloads in 24 hours`]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div className="mt-4">
        <DownloadButton product={product} undoable={undoable} />
      </div>
    </section>
  );
}

/** Asks for a link and follows it. */
function DownloadButton({ product: { _id }, undoable }: DownloadsProps) {
  const link = useMutation({
    mutationFn: () =>
      unwrap(
        api.GET("/user/performer-assets/products/{id}/download-link", {
          params: { path: { id: _id } },
        }),
      ),
    onSuccess: ({ url }) => {
      const purchaseId = undoable?.purchaseId;
      opened({ type: "product", itemId: _id, ...(purchaseId !== undefined && { purchaseId }) });
      follow(url);
    },
  });
  const left = link.data?.left;
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="brand" pending={link.isPending} onClick={() => link.mutate()}>
        <Download size={17} aria-hidden />
        Download
      </Button>
      {left !== undefined && !link.isError && (
        <p role="status" className="text-caption text-fg2">
          The download has begun.{" "}
          {left === 0
            ? "It was the last one for these 24 hours."
            : `${countOf(left, "download")} of ${inADay} left in these 24 hours.`}
        </p>
      )}
      {link.isError && <FieldError>{messageOf(link.error)}</FieldError>}
    </div>
  );
}

function follow(url: string) {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}
