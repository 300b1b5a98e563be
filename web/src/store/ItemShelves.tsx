import { ItemShelf } from "./ItemShelf";

/** What performers sell, a row for each kind. */
export function ItemShelves() {
  return (
    <>
      <ItemShelf type="gallery" />
      <ItemShelf type="video" />
      <ItemShelf type="product" />
    </>
  );
}
