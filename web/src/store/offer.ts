import { countOf } from "@/lib/format";
import type { Offer } from "./buying";
import type { Gallery } from "./shop";

/** What the question before buying says of a gallery. */
export function offerOf({ _id, title, price, performer, cover, numPhotos }: Gallery): Offer {
  return {
    type: "gallery",
    id: _id,
    title,
    price,
    performerName: performer.name,
    picture: cover?.blurred,
    holds: countOf(numPhotos, "photo"),
  };
}
