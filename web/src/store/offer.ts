import { formatDuration } from "@/lib/time";
import type { Offer } from "./buying";
import type { Item } from "./shop";
import { t } from "./texts";

/** More than this may be left of a product, which is not told. */
export const maxTold = 10;

/** At most so many of a product are bought at once. */
const maxOfOne = 100;

/** What the question before buying says of an item. */
export function offerOf(item: Item, quantity = 1): Offer {
  const { _id, type, title, price, performer, cover } = item;
  return {
    type,
    id: _id,
    title,
    price,
    performerName: performer.name,
    picture: cover?.urls?.card ?? cover?.blurred,
    holds: contentOf(item),
    ...(isSent(item) && { parcel: { left: leftOf(item), quantity } }),
  };
}

/** What an item holds, in a few words. */
export function contentOf({ numPhotos, video, product }: Item): string | undefined {
  if (video) return video.durationMs > 0 ? formatDuration(video.durationMs) : undefined;
  if (product) return product.type === "digital" ? t("Download") : t("Sent to you");
  return t("{count, plural, one {# photo} other {# photos}}", { count: numPhotos });
}

/** Its seller sends it: it may be bought again and again. */
export function isSent({ product }: Pick<Item, "product">): boolean {
  return product?.type === "physical";
}

/** How many may be bought at once. */
export function leftOf({ product }: Pick<Item, "product">): number {
  const stock = product?.stock ?? maxOfOne;
  return stock >= maxTold ? maxOfOne : stock;
}

/** Whoever looks may buy it, now or as soon as there is some again. */
export function isOffered(item: Item): boolean {
  return !item.isOwn && item.isOnSale && (!item.isBought || isSent(item));
}
