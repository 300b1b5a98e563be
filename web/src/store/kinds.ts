import { t } from "./texts";

/** What performers sell. */
export type ItemType = "gallery" | "video" | "product";

/** All of it, in the order in which lists of lists show it. */
export const itemTypes = ["video", "gallery", "product"] as const satisfies readonly ItemType[];

type Words = {
  /** In addresses, here and of the API. */
  place: "galleries" | "videos" | "products";
  /** Of one, in a sentence. */
  one: string;
  /** Of more than one, as a heading. */
  many: string;
};

export const wordsOf = (): Readonly<Record<ItemType, Words>> => ({
  gallery: { place: "galleries", one: t("gallery"), many: t("Galleries") },
  video: { place: "videos", one: t("video"), many: t("Videos") },
  product: { place: "products", one: t("product"), many: t("Products") },
});

/** What is listed at a place, if anything. */
export function typeAt(place: string | undefined): ItemType | undefined {
  return itemTypes.find((type) => wordsOf()[type].place === place);
}
