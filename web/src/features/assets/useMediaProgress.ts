import { useQueryClient } from "@tanstack/react-query";
import type { ServerEvents } from "@/realtime/events";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import type { OwnAsset } from "@/store/own";
import { assetKeys } from "./api";

type Progress = ServerEvents["asset/media"];
type Page = { data: OwnAsset[]; total: number };

/** Shows at once what the socket tells of videos that are being prepared. */
export function useMediaProgress() {
  const queries = useQueryClient();
  useSocketEvent("asset/media", (progress) => {
    const key = assetKeys.one(progress._id);
    const pages = queries.getQueriesData<Page>({ queryKey: assetKeys.lists("video") });
    const known = [
      queries.getQueryData<OwnAsset>(key),
      ...pages.flatMap(([, page]) => page?.data.find(({ _id }) => _id === progress._id)),
    ].filter((one) => one !== undefined);
    const isNews = known.some((one) => changesStatus(one, progress));
    queries.setQueryData<OwnAsset>(key, (before) => before && withProgress(before, progress));
    queries.setQueriesData<Page>(
      { queryKey: assetKeys.lists("video") },
      (page) =>
        page && {
          ...page,
          data: page.data.map((one) =>
            one._id === progress._id ? withProgress(one, progress) : one,
          ),
        },
    );
    // With another status there is more to know: its length, and a thumbnail out of it.
    if (isNews) queries.invalidateQueries({ queryKey: assetKeys.all });
  });
}

function changesStatus(asset: OwnAsset, { mediumId, status }: Progress): boolean {
  const medium = asset.media.find(({ _id }) => _id === mediumId);
  return medium === undefined || medium.state?.status !== status;
}

function withProgress(asset: OwnAsset, progress: Progress): OwnAsset {
  const { mediumId, status, progress: percent, reason } = progress;
  return {
    ...asset,
    media: asset.media.map((medium) =>
      medium._id === mediumId && medium.state
        ? {
            ...medium,
            state: { ...medium.state, status, progress: percent, ...(reason && { reason }) },
          }
        : medium,
    ),
  };
}
