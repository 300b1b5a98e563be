import { Image } from "lucide-react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { PurchasedList } from "./PurchasedList";
import { t } from "./texts";

/** /account/user/purchased-gallery: the galleries I own. */
export default function PurchasedGalleryPage() {
  return (
    <PurchasedList
      kind="galleries"
      title={t("Purchased galleries")}
      icon={Image}
      empty={t("Galleries you buy stay here. Open one as often as you like.")}
      action={
        <LinkButton href={paths.onSale("galleries")} variant="brand">
          {t("Look at galleries")}
        </LinkButton>
      }
    />
  );
}
