import { Check } from "lucide-react";
import { memo } from "react";
import { paths } from "@/app/paths";
import { countOf, formatTokens } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Coin } from "@/ui/Coin";
import { useBuying } from "./buying";
import { GalleryCard } from "./GalleryCard";
import { offerOf } from "./offer";
import type { Gallery } from "./shop";
import { useUndoable } from "./undoable";

type OfferCardProps = {
  gallery: Gallery;
  /** Where everything is of one performer, her name is not said on each. */
  anonymous?: boolean;
  /** Among the first on the page. */
  eager?: boolean;
};

/** A gallery that is on sale: it leads to its page, and is bought from here. */
export const OfferCard = memo(function OfferCard({ gallery, anonymous, eager }: OfferCardProps) {
  const { _id, title, price, isBought, isOwn, cover, numPhotos, performer } = gallery;
  const buying = useBuying();
  // What was just bought stays as it was until it is opened: to load it would end the undo.
  const isFresh = useUndoable("gallery", _id) !== undefined;
  const isOffered = !isBought && !isOwn;
  return (
    <div className="relative">
      <GalleryCard
        href={paths.gallery(_id)}
        title={title}
        cover={cover}
        locked={isOffered || isFresh}
        photos={numPhotos}
        price={isOffered && !buying ? price : undefined}
        byline={anonymous ? undefined : performer.name}
        badges={isBought && <Yours />}
        {...(eager && { eager })}
      />
      {isOffered && buying && (
        <button
          type="button"
          aria-label={`Buy “${title}” for ${countOf(price, "token")}`}
          aria-haspopup="dialog"
          onPointerEnter={buying.prepare}
          onClick={() => buying.buy(offerOf(gallery))}
          className="tnum absolute top-2 right-2 inline-flex h-9 items-center gap-1.5 rounded-full bg-black/65 px-3 text-label font-bold text-white backdrop-blur-md transition-[background,transform] after:absolute after:-inset-1 hover:bg-black/85 active:scale-[.97]"
        >
          <span aria-hidden>Buy</span>
          <Coin size={15} />
          {formatTokens(price)}
        </button>
      )}
    </div>
  );
});

export function Yours() {
  return (
    <Badge tone="new">
      <Check size={13} strokeWidth={3} aria-hidden />
      Yours
    </Badge>
  );
}
