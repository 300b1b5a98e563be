import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "@/app/paths";
import { type ItemType, wordsOf } from "@/store/kinds";
import type { Item } from "@/store/shop";
import type { Undoable } from "@/store/undoable";
import { Button } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { useNow } from "@/ui/useNow";
import { undo } from "./buy";

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

function endOf({ type, product }: Item): string {
  if (product?.type === "physical") return "For a minute";
  if (product) return "Until you download it";
  return type === "video" ? "Until you watch it" : "Until you open it";
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
      aria-label="Your purchase"
      className="mt-4 rounded-lg border border-line bg-s1 p-4 lg:p-5"
    >
      <h2 className="text-h3 font-bold">It is yours</h2>
      <p className="mt-1 text-label font-normal text-fg2">
        {purchaseId === undefined
          ? "You bought it a moment ago, on another page. There it can be undone until it is opened."
          : `${endOf(item)} you can take it back: the tokens return to your wallet.`}{" "}
        You find it again in your{" "}
        <Link href={libraries[type]} className="text-brand-ink underline">
          purchased {wordsOf[type].place}
        </Link>
        .
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {children}
        {purchaseId !== undefined && (
          <Button variant="outline" pending={isUndoing} onClick={() => takeBack(purchaseId)}>
            <Undo2 size={17} aria-hidden />
            Undo
            <span className="tnum font-normal text-fg2">
              {seconds} s<span className="sr-only"> left</span>
            </span>
          </Button>
        )}
      </div>
    </section>
  );
}
