import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import { type ItemType, itemTypes, wordsOf } from "@/store/kinds";

/** What is or was on sale, as staff see it who may take it down. */
export type Offered = Schemas["AssetsOfferedView"];

const keys = { all: ["admin-assets"] as const };

export const kinds = () =>
  itemTypes.map((type) => ({
    value: type,
    label: wordsOf()[type].many,
  }));

/** A kind that stands in the address, if it is one. */
export const kindOf = (text: string | undefined): ItemType | undefined =>
  kinds().find(({ value }) => value === text)?.value;

type Filter = { q: string; type: ItemType | undefined; takenDown: boolean; offset: number };

/** One page of what is or was on sale, the newest change first. */
export function offered({ q, type, takenDown, offset }: Filter) {
  const query = {
    ...(q && { q }),
    ...(type && { type }),
    ...(takenDown && { takenDown }),
    offset,
    limit: pageSize,
  };
  return pageQuery([...keys.all, query], "/admin/assets", { query });
}

type Chosen = { asset: Offered; endAccess: boolean; reason: string };

/** Takes down what was looked at, or changes whether its buyers keep it; another version of it is refused. */
export function useTakeDown() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ asset: { _id: assetId, version }, ...chosen }: Chosen) =>
      unwrap(
        api.POST("/admin/assets/{assetId}/take-down", {
          params: { path: { assetId } },
          body: { version, ...chosen },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Puts something back that was taken down, as it was looked at. */
export function useRestore() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ asset, reason }: { asset: Offered; reason: string }) =>
      unwrap(
        api.POST("/admin/assets/{assetId}/restore", {
          params: { path: { assetId: asset._id } },
          body: { version: asset.version, reason },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}
