import { paths } from "@/app/paths";
import type { Hearer, News } from "@/declared/news";
import type { ServerEvents } from "@/realtime/events";
import { t } from "./texts";

type Change = ServerEvents["asset/changed"];

function became({ type, status, takenDown = false, putBack = false }: Change): string {
  const became = takenDown ? "takenDown" : putBack ? "putBack" : status;
  return t(
    "{type, select, gallery {Your gallery} video {Your video} other {Your product}} {became, select, active {is on sale} inactive {is approved} rejected {was not approved} removed {was changed} takenDown {was taken down by the site} putBack {was put back by the site} other {was put back}}.",
    { type, became },
  );
}

/** What a performer hears of what they sell, as it was decided, or its time has come. */
export function assetChanged(change: Change, { queries }: Hearer): News {
  const { _id, type, status } = change;
  queries.invalidateQueries({ queryKey: ["own-assets"] });
  return {
    id: `asset-${_id}`,
    text: became(change),
    ...(status !== "removed" && { path: paths.performer[type](_id) }),
  };
}

/** What a performer hears of a sale (spec §9). */
export function sold(): News {
  return {
    kind: "success",
    text: t("A content has been purchased, please check your orders menu"),
  };
}
