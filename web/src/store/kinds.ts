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

export const wordsOf: Readonly<Record<ItemType, Words>> = {
  gallery: {
    place: "galleries",
    get one() {
      return t("gallery");
    },
    get many() {
      return t("Galleries");
    },
  },
  video: {
    place: "videos",
    get one() {
      return t("video");
    },
    get many() {
      return t("Videos");
    },
  },
  product: {
    place: "products",
    get one() {
      return t("product");
    },
    get many() {
      return t("Products");
    },
  },
};

/** What is listed at a place, if anything. */
export function typeAt(place: string | undefined): ItemType | undefined {
  return itemTypes.find((type) => wordsOf[type].place === place);
}
