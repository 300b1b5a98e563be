import { lazyPart } from "@/ui/lazyPart";
import { useNear } from "@/ui/useNear";

const ItemShelves = lazyPart(() => import("@/store/ItemShelves").then((file) => file.ItemShelves));

/** What performers sell, below the rooms: fetched when somebody comes near it. */
export function Store() {
  const [place, isNear] = useNear<HTMLDivElement>();
  return <div ref={place}>{isNear && <ItemShelves />}</div>;
}
