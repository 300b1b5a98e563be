import { lazyPart } from "@/ui/lazyPart";
import { AssetList } from "./AssetList";

const CreateDialog = lazyPart(() => import("./CreateDialog").then((file) => file.CreateDialog));

/** /account/performer/galleries: my galleries by state, with what they sold. */
export default function GalleriesPage() {
  return (
    <AssetList kind="gallery" dialog={(props) => <CreateDialog kind="gallery" {...props} />} />
  );
}
