import { AssetList } from "./AssetList";
import { CreateDialog } from "./CreateDialog";

/** /account/performer/galleries: my galleries by state, with what they sold. */
export default function GalleriesPage() {
  return (
    <AssetList kind="gallery" dialog={(props) => <CreateDialog kind="gallery" {...props} />} />
  );
}
