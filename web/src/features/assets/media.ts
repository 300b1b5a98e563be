import type { Schemas } from "@/api/client";
import type { OwnAsset } from "@/store/own";

/** A large file of an asset: a video, its trailer, or what a digital product is. */
export type Medium = Schemas["AssetsMediumView"];
export type MediumPurpose = Medium["purpose"];
type MediumStatus = NonNullable<Medium["state"]>["status"];

/** The files of a purpose: what buyers get, and what waits to replace it. */
export type MediaOf = { approved: Medium | undefined; waiting: Medium | undefined };

export function mediaOf({ media }: Pick<OwnAsset, "media">, purpose: MediumPurpose): MediaOf {
  const mine = media.filter((one) => one.purpose === purpose);
  return {
    approved: mine.find(({ isApproved }) => isApproved),
    waiting: mine.find(({ isApproved }) => !isApproved),
  };
}

/** The newest file of a purpose: the one that a submission is about. */
export function newestOf(asset: Pick<OwnAsset, "media">, purpose: MediumPurpose) {
  const { approved, waiting } = mediaOf(asset, purpose);
  return waiting ?? approved;
}

/** Not ready yet, and the site is on it: `playable` ones still get their larger pictures. */
const unready: readonly MediumStatus[] = ["waiting", "working", "playable", "unavailable"];

/** Whether the site still works on a file of the asset. */
export function isBeingPrepared({ media }: Pick<OwnAsset, "media">): boolean {
  return media.some(({ state }) => state !== undefined && unready.includes(state.status));
}

/** Whether it can be watched. */
export function canPlay(medium: Medium | undefined): boolean {
  const status = medium?.state?.status;
  return status === "playable" || status === "done";
}

/** Whether it cannot be used, or not without a further try. */
export function isBroken(medium: Medium | undefined): boolean {
  const status = medium?.state?.status;
  return status === "refused" || status === "failed";
}
