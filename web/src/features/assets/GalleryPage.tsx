import { AssetEditor } from "./AssetEditor";
import { PhotosCard } from "./PhotosCard";

/** /account/performer/galleries/$id: one gallery, to fill, price, order and submit. */
export default function GalleryPage() {
  return <AssetEditor kind="gallery">{(gallery) => <PhotosCard asset={gallery} />}</AssetEditor>;
}
