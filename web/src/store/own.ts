import type { Schemas } from "@/api/client";
import type { BadgeTone } from "@/ui/Badge";
import { t } from "./texts";

/** A gallery, video or product as its performer sees it; its photos come with one, not in lists. */
export type OwnAsset = Schemas["AssetsOwnView"];
export type AssetStatus = OwnAsset["status"];
/** A photo as its performer, or staff, see it. */
export type OwnPhoto = Schemas["AssetsPhotoView"];

type State = { label: string; tone: BadgeTone };

const states = (): Readonly<Record<AssetStatus | "removed", State>> => ({
  draft: { label: t("Draft"), tone: "neutral" },
  pending: { label: t("In review"), tone: "gold" },
  active: { label: t("On sale"), tone: "ok" },
  rejected: { label: t("Rejected"), tone: "danger" },
  inactive: { label: t("Off sale"), tone: "neutral" },
  removed: { label: t("Deleted"), tone: "neutral" },
});

type Standing = Partial<Pick<OwnAsset, "publishAt" | "numUndeclared" | "isTakenDown">> & {
  status: AssetStatus | "removed";
};

/** Where an asset is on its way to members, in two words. */
export function stateOf({ status, publishAt, numUndeclared = 0, isTakenDown }: Standing): State {
  if (isTakenDown) return { label: t("Taken down"), tone: "danger" };
  if (status === "inactive" && publishAt) return { label: t("Scheduled"), tone: "sky" };
  if (status === "pending" && numUndeclared > 0) return { label: t("Not submitted"), tone: "gold" };
  return states()[status];
}
