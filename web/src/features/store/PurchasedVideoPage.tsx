import { Video } from "lucide-react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { PurchasedList } from "./PurchasedList";
import { t } from "./texts";

/** /account/user/purchased-video: the videos I own. */
export default function PurchasedVideoPage() {
  return (
    <PurchasedList
      kind="videos"
      title={t("Purchased videos")}
      icon={Video}
      empty={t("Videos you buy stay here, to be watched as often as you like.")}
      action={
        <LinkButton href={paths.onSale("videos")} variant="brand">
          {t("Look at videos")}
        </LinkButton>
      }
    />
  );
}
