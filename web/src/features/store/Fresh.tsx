import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "@/app/paths";
import type { ItemType } from "@/store/kinds";
import type { Item } from "@/store/shop";
import type { Undoable } from "@/store/undoable";
import { Button } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { useNow } from "@/ui/useNow";
import { undo } from "./buy";
import { t } from "./texts";

type FreshProps = {
  item: Item;
  undoable: Undoable;
  /** The way to use it, which ends the undo. */
  children?: ReactNode;
};

const libraries: Readonly<Record<ItemType, string>> = {
  gallery: paths.user.purchasedGallery(),
  video: paths.user.purchasedVideo(),
  product: paths.user.purchasedProduct(),
};

function undoText({ type, product }: Item): string {
  if (product?.type === "physical")
    return t("For a minute you can take it back: the tokens return to your wallet.");
  if (product)
    return t("Until you download it you can take it back: the tokens return to your wallet.");
  return type === "video"
    ? t("Until you watch it you can take it back: the tokens return to your wallet.")
    : t("Until you open it you can take it back: the tokens return to your wallet.");
}

/** A moment ago it was bought: nothing of it is loaded until its owner wants it, so that it can be undone. */
export function Fresh({ item, undoable: { purchaseId, until }, children }: FreshProps) {
  const { type } = item;
  const queries = useQueryClient();
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1000));
  const [isUndoing, setIsUndoing] = useState(false);

  async function takeBack(id: string) {
    setIsUndoing(true);
    await undo(queries, { purchaseId: id, type, itemId: item._id });
    setIsUndoing(false);
  }

  return (
    <section
      aria-label={t("Your purchase")}
      className="mt-4 rounded-lg border border-line bg-s1 p-4 lg:p-5"
    >
      <h2 className="text-h3 font-bold">{t("It is yours")}</h2>
      <p className="mt-1 text-label font-normal text-fg2">
        {purchaseId === undefined
          ? t(
              "You bought it a moment ago, on another page. There it can be undone until it is opened.",
            )
          : undoText(item)}{" "}
        {t.rich(
          "You find it again in your <a>purchased {type, select, gallery {galleries} video {videos} other {products}}</a>.",
          {
            type,
            a: (words) => (
              <Link href={libraries[type]} className="text-brand-ink underline">
                {words}
              </Link>
            ),
          },
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {children}
        {purchaseId !== undefined && (
          <Button variant="outline" pending={isUndoing} onClick={() => takeBack(purchaseId)}>
            <Undo2 size={17} aria-hidden />
            {t("Undo")}
            <span className="tnum font-normal text-fg2">
              {t.rich("{seconds} s<i> left</i>", {
                seconds,
                i: (words) => <span className="sr-only">{words}</span>,
              })}
            </span>
          </Button>
        )}
      </div>
    </section>
  );
}
