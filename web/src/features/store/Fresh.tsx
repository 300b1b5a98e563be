import { useQueryClient } from "@tanstack/react-query";
import { Images, Undo2 } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import type { Gallery } from "@/store/shop";
import type { Undoable } from "@/store/undoable";
import { Button } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { useNow } from "@/ui/useNow";
import { opened, undo } from "./buy";

type FreshProps = { gallery: Gallery; undoable: Undoable };

/** A moment ago it was bought: nothing of it is loaded until its owner wants it, so that it can be undone. */
export function Fresh({ gallery, undoable: { purchaseId, until } }: FreshProps) {
  const queries = useQueryClient();
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1000));
  const [isUndoing, setIsUndoing] = useState(false);
  const item = { type: "gallery", itemId: gallery._id } as const;

  async function takeBack(id: string) {
    setIsUndoing(true);
    await undo(queries, { purchaseId: id, ...item });
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
          : "Until you open it you can take it back: the tokens return to your wallet."}{" "}
        You find it again in your{" "}
        <Link href={paths.user.purchasedGallery()} className="text-brand-ink underline">
          purchased galleries
        </Link>
        .
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="brand"
          onClick={() => opened({ ...item, ...(purchaseId !== undefined && { purchaseId }) })}
        >
          <Images size={17} aria-hidden />
          Open the photos
        </Button>
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
