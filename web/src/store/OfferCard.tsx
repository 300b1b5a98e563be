import { Check, Download } from "lucide-react";
import { memo } from "react";
import { paths } from "@/app/paths";
import { useLanguage } from "@/i18n/useLanguage";
import { formatTokens } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { Coin } from "@/ui/Coin";
import { useBuying } from "./buying";
import { ItemCard } from "./ItemCard";
import { isOffered, isSent, maxTold, offerOf } from "./offer";
import type { Item } from "./shop";
import { TrailerPreview } from "./TrailerPreview";
import { t } from "./texts";
import { useUndoable } from "./undoable";
import { useReach } from "./useReach";

type OfferCardProps = {
  item: Item;
  /** Where everything is of one performer, her name is not said on each. */
  anonymous?: boolean;
  /** Among the first on the page. */
  eager?: boolean;
};

/** What is on sale: its card leads to its page, and it is bought from here. */
export const OfferCard = memo(function OfferCard({ item, anonymous, eager }: OfferCardProps) {
  useLanguage();
  const { _id, type, title, price, isBought, isOwn, cover, performer, video, product } = item;
  const buying = useBuying();
  // What was just bought stays as it was until it is opened: to load it would end the undo.
  const isFresh = useUndoable(type, _id) !== undefined;
  const isOpen = (isBought || isOwn) && !isFresh;
  const isSoldOut = product?.isSoldOut === true;
  const offered = isOffered(item) && !isSoldOut;
  const reach = useReach(video?.hasTrailer === true && !isOpen);
  return (
    <div className="relative" {...reach.handlers}>
      <ItemCard
        type={type}
        icon={product?.type === "digital" ? Download : undefined}
        hasButton={offered && buying !== undefined}
        href={paths.item(type, _id)}
        title={title}
        cover={cover}
        blurred={type === "gallery" && !isOpen}
        sign={signOf(item, isOpen)}
        content={shortContentOf(item)}
        price={offered && !buying ? price : undefined}
        byline={anonymous ? undefined : performer.name}
        faded={isSoldOut}
        badges={
          <>
            {isBought && <Yours type={type} />}
            {isSoldOut && <Badge tone="overlay">{t("Sold out")}</Badge>}
            {product && !isSoldOut && isSent(item) && (product.stock ?? maxTold) < maxTold && (
              <Badge tone="overlay">
                {t("{count, plural, one {# left} other {# left}}", { count: product.stock ?? 0 })}
              </Badge>
            )}
          </>
        }
        preview={reach.isHeld && <TrailerPreview videoId={_id} />}
        {...(eager && { eager })}
      />
      {offered && buying && (
        <button
          type="button"
          aria-haspopup="dialog"
          onPointerEnter={buying.prepare}
          onClick={() => buying.buy(offerOf(item))}
          className="tnum absolute top-2 end-2 inline-flex h-9 items-center gap-1.5 rounded-full bg-black/65 px-3 text-label font-bold text-white backdrop-blur-md transition-[background,transform] after:absolute after:-inset-1 hover:bg-black/85 active:scale-[.97]"
        >
          <span>
            {t.rich("Buy<hidden> “{title}” for </hidden>", {
              title,
              hidden: (words) => <span className="sr-only">{words}</span>,
            })}
          </span>
          <Coin size={15} />
          <span>
            {formatTokens(price)}
            <span className="sr-only">
              {" "}
              {t("{count, plural, one {token} other {tokens}}", { count: price })}
            </span>
          </span>
        </button>
      )}
    </div>
  );
});

function signOf({ type }: Item, isOpen: boolean) {
  if (type === "product" || (type === "gallery" && isOpen)) return undefined;
  return isOpen ? "play" : "lock";
}

function shortContentOf({ numPhotos, video, product }: Item) {
  if (product) {
    return { read: product.type === "digital" ? t("A file to download") : t("Sent to you") };
  }
  if (video === undefined)
    return {
      shown: String(numPhotos),
      read: t("{count, plural, one {# photo} other {# photos}}", { count: numPhotos }),
    };
  if (video.durationMs <= 0) return undefined;
  const length = formatDuration(video.durationMs);
  return { shown: length, read: t("Length {length}", { length }) };
}

/** That whoever looks has bought it. */
export function Yours({ type }: Pick<Item, "type">) {
  return (
    <Badge tone="new">
      <Check size={13} strokeWidth={3} aria-hidden />
      {type === "product" ? t("Bought") : t("Yours")}
    </Badge>
  );
}
