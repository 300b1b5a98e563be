import { lazyPart } from "@/ui/lazyPart";
import { useNear } from "@/ui/useNear";

const GalleryShelf = lazyPart(() =>
  import("@/store/GalleryShelf").then((file) => file.GalleryShelf),
);

/** What performers sell, below the rooms: fetched when somebody comes near it. */
export function Galleries() {
  const [place, isNear] = useNear<HTMLDivElement>();
  return <div ref={place}>{isNear && <GalleryShelf />}</div>;
}
