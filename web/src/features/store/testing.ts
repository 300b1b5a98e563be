import type { Item, Photo } from "@/store/shop";
import type { OwnedItem, Purchase } from "./types";

/** A gallery of Nina's with 24 photos, for 40 tokens. */
export function gallery(changes: Partial<Item> = {}): Item {
  const _id = changes._id ?? "g1";
  return {
    _id,
    type: "gallery",
    performer: { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" },
    title: "Sunday at home",
    description: "Twelve hours, one window.",
    price: 40,
    isBought: false,
    isOwn: false,
    isOnSale: true,
    numPhotos: 3,
    cover: picture("p1"),
    tags: ["window"],
    categoryIds: [],
    publishedAt: "2026-11-02T12:00:00Z",
    ...changes,
  };
}

/** A video of Nina's of a minute and a half, with a trailer, for 25 tokens. */
export function video(changes: Partial<Item> = {}): Item {
  return {
    ...gallery(),
    _id: "v1",
    type: "video",
    title: "Night garden",
    price: 25,
    numPhotos: 1,
    cover: open("p1"),
    video: {
      durationMs: 90_000,
      width: 1280,
      height: 720,
      hasTrailer: true,
      hasCaptions: false,
      numViews: 12,
      isWatchable: changes.isBought === true,
    },
    ...changes,
  };
}

/** A signed print of Nina's that she sends, for 15 tokens; three are left. */
export function product(changes: Partial<Item> = {}): Item {
  return {
    ...gallery(),
    _id: "t1",
    type: "product",
    title: "Signed print",
    price: 15,
    numPhotos: 2,
    cover: open("p1"),
    product: { type: "physical", stock: 3, isSoldOut: false },
    ...changes,
  };
}

/** A picture that everybody may see. */
function open(_id: string) {
  return {
    ...picture(_id),
    urls: {
      card: `/files/photos/${_id}/card.webp`,
      page: `/files/photos/${_id}/page.webp`,
      full: `/files/photos/${_id}/full.webp`,
    },
  };
}

function picture(_id: string) {
  return {
    _id,
    width: 3000,
    height: 4000,
    blurhash: "",
    colour: "#336699",
    blurred: `/files/photos/${_id}/blur.webp`,
  };
}

/** Three photos; with addresses for who owns them. */
export function photos(isBought: boolean): Photo[] {
  return ["p1", "p2", "p3"].map((id) => ({
    ...picture(id),
    galleryId: "g1",
    isBought,
    ...(isBought && { urls: open(id).urls }),
  }));
}

/** What Tom gets for his 40 tokens. */
export function purchase(changes: Partial<Purchase> = {}): Purchase {
  return {
    _id: "b1",
    type: "gallery",
    itemId: "g1",
    title: "Sunday at home",
    performerInfo: { _id: "nina", username: "nina" },
    price: 40,
    quantity: 1,
    isBought: true,
    createdAt: new Date().toISOString(),
    undoUntil: new Date(Date.now() + 60_000).toISOString(),
    balance: 60,
    ...changes,
  };
}

/** The same in Tom's library. */
export function owned(changes: Partial<OwnedItem> = {}): OwnedItem {
  return {
    _id: "b1",
    type: "gallery",
    itemId: "g1",
    title: "Sunday at home",
    cover: "/files/photos/p1/card.webp",
    performerInfo: { _id: "nina", username: "nina" },
    price: 40,
    quantity: 1,
    refunded: 0,
    isBought: true,
    createdAt: "2026-11-02T12:00:00Z",
    ...changes,
  };
}
