import type { Schemas } from "@/api/client";
import type { BadgeTone } from "@/ui/Badge";

/** A gallery, video or product as its performer sees it; its photos come with one, not in lists. */
export type OwnAsset = Schemas["AssetsOwnView"];
export type AssetStatus = OwnAsset["status"];
/** A photo as its performer, or staff, see it. */
export type OwnPhoto = Schemas["AssetsPhotoView"];

type State = { label: string; tone: BadgeTone };

const states: Readonly<Record<AssetStatus, State>> = {
  draft: { label: "Draft", tone: "neutral" },
  pending: { label: "In review", tone: "gold" },
  active: { label: "On sale", tone: "ok" },
  rejected: { label: "Rejected", tone: "danger" },
  inactive: { label: "Off sale", tone: "neutral" },
};

/** Where an asset is on its way to members, in two words. */
export function stateOf(asset: Pick<OwnAsset, "status" | "publishAt" | "numUndeclared">): State {
  const { status, publishAt, numUndeclared } = asset;
  if (status === "inactive" && publishAt) return { label: "Scheduled", tone: "sky" };
  if (status === "pending" && numUndeclared > 0) return { label: "Not submitted", tone: "gold" };
  return states[status];
}
