import { Image } from "lucide-react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { PurchasedList } from "./PurchasedList";

/** /account/user/purchased-gallery: the galleries I own. */
export default function PurchasedGalleryPage() {
  return (
    <PurchasedList
      kind="galleries"
      title="Purchased galleries"
      icon={Image}
      empty="Galleries you buy stay here. Open one as often as you like."
      action={
        <LinkButton href={paths.onSale("galleries")} variant="brand">
          Look at galleries
        </LinkButton>
      }
    />
  );
}
