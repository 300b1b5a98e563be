import type { Schemas } from "@/api/client";
import type { BadgeTone } from "@/ui/Badge";

/** A gallery, video or product as its performer sees it; its photos come with one, not in lists. */
export type OwnAsset = Schemas["AssetsOwnView"];
export type AssetStatus = OwnAsset["status"];
/** A photo as its performer, or staff, see it. */
export type OwnPhoto = Schemas["AssetsPhotoView"];

type State = { label: string; tone: BadgeTone };

const states: Readonly<Record<AssetStatus | "removed", State>> = {
  draft: { label: "Draft", tone: "neutral" },
  pending: { label: "In review", tone: "gold" },
  active: { label: "On sale", tone: "ok" },
  rejected: { label: "Rejected", tone: "danger" },
  inactive: { label: "Off sale", tone: "neutral" },
  removed: { label: "Deleted", tone: "neutral" },
};

type Standing = Partial<Pick<OwnAsset, "publishAt" | "numUndeclared" | "isTakenDown">> & {
  status: AssetStatus | "removed";
};

/** Where an asset is on its way to members, in two words. */
export function stateOf({ status, publishAt, numUndeclared = 0, isTakenDown }: Standing): State {
  if (isTakenDown) return { label: "Taken down", tone: "danger" };
  if (status === "inactive" && publishAt) return { label: "Scheduled", tone: "sky" };
  if (status === "pending" && numUndeclared > 0) return { label: "Not submitted", tone: "gold" };
  return states[status];
}
