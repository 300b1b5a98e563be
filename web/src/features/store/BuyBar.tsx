import { Check } from "lucide-react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { useBuying } from "@/store/buying";
import type { ItemType } from "@/store/kinds";
import { isOffered, offerOf } from "@/store/offer";
import type { Item } from "@/store/shop";
import { Button, LinkButton } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { t } from "./texts";

type BuyBarProps = {
  item: Item;
  /** So many are wanted. */
  quantity?: number;
  /** That it was bought is said beside it already. */
  isFresh?: boolean;
};

const ownPages: Readonly<Record<ItemType, string>> = {
  gallery: paths.performer.galleries(),
  video: paths.performer.videos(),
  product: paths.performer.products(),
};

/** The price and the way to buy: at the thumb on a phone, beside what it is at a desk. */
export function BuyBar({ item, quantity = 1, isFresh = false }: BuyBarProps) {
  const { type, price, isBought, isOwn, product } = item;
  const buying = useBuying();
  if (isOwn) {
    return (
      <Bar>
        <p className="min-w-0 flex-1 text-label font-normal text-fg2">
          {t("You sell this for {count, plural, one {# token} other {# tokens}}.", {
            count: price,
          })}
        </p>
        <LinkButton href={ownPages[type]} variant="outline">
          {t("{type, select, gallery {Your galleries} video {Your videos} other {Your products}}", {
            type,
          })}
        </LinkButton>
      </Bar>
    );
  }
  if (isBought && !isOffered(item)) {
    if (isFresh) return null;
    return (
      <p className="hidden items-center gap-2 pt-4 text-label text-ok-ink lg:flex">
        <Check size={18} strokeWidth={3} aria-hidden />
        {t(
          "Yours. It stays in your purchased {type, select, gallery {galleries} video {videos} other {products}}.",
          { type },
        )}
      </p>
    );
  }
  const isSoldOut = product?.isSoldOut === true;
  return (
    <Bar>
      <p className="tnum flex items-center gap-2 text-h2 font-extrabold lg:flex-1">
        <Coin size={22} />
        {formatTokens(price * quantity)}
        <span className="text-label font-normal text-fg2">
          {t("{count, plural, one {token} other {tokens}}", { count: price * quantity })}
        </span>
      </p>
      {buying && (
        <Button
          variant="gold"
          size="lg"
          className="flex-1 lg:w-full lg:flex-none"
          aria-haspopup="dialog"
          disabled={isSoldOut}
          onPointerEnter={buying.prepare}
          onFocus={buying.prepare}
          onClick={() => buying.buy(offerOf(item, quantity))}
        >
          {isSoldOut
            ? t("Sold out")
            : isBought
              ? t("Buy it again")
              : t(
                  "{type, select, gallery {Buy the gallery} video {Buy the video} other {Buy the product}}",
                  { type },
                )}
        </Button>
      )}
    </Bar>
  );
}

/** Above the tab bar of a phone, which it must not cover. */
function Bar({ children }: { children: React.ReactNode }) {
  return (
    <div className="fixed inset-x-0 bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom))] z-20 flex items-center gap-4 border-t border-line bg-bg/95 px-4 py-2.5 backdrop-blur-xl lg:static lg:flex-wrap lg:border-0 lg:bg-transparent lg:px-0 lg:pt-4 lg:pb-0 lg:backdrop-blur-none">
      {children}
    </div>
  );
}
