import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { AssetEditor } from "./AssetEditor";

const PhotosCard = lazyPart(
  () => import("./PhotosCard").then((file) => file.PhotosCard),
  <Skeleton className="h-96 w-full rounded-lg" />,
);
PhotosCard.fetch(); // while the gallery itself is asked for

/** /account/performer/galleries/$id: one gallery, to fill, price, order and submit. */
export default function GalleryPage() {
  return <AssetEditor kind="gallery">{(gallery) => <PhotosCard asset={gallery} />}</AssetEditor>;
}
