import type { Gallery, Photo } from "@/store/shop";
import type { OwnedItem, Purchase } from "./types";

/** A gallery of Nina's with 24 photos, for 40 tokens. */
export function gallery(changes: Partial<Gallery> = {}): Gallery {
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
    ...(isBought && {
      urls: {
        card: `/files/photos/${id}/card.webp`,
        page: `/files/photos/${id}/page.webp`,
        full: `/files/photos/${id}/full.webp`,
      },
    }),
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
