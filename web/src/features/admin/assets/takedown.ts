import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { type ItemType, itemTypes, wordsOf } from "@/store/kinds";

/** What is or was on sale, as staff see it who may take it down. */
export type Offered = Schemas["AssetsOfferedView"];

export const pageSize = 25;

const keys = { all: ["admin-assets"] as const };

export const kinds = itemTypes.map((type) => ({ value: type, label: wordsOf[type].many }));

/** A kind that stands in the address, if it is one. */
export const kindOf = (text: string | undefined): ItemType | undefined =>
  kinds.find(({ value }) => value === text)?.value;

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
  return queryOptions({
    queryKey: [...keys.all, query],
    queryFn: ({ signal }) => unwrap(api.GET("/admin/assets", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Takes something down, or changes whether its buyers keep it. */
export function useTakeDown() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ assetId, ...body }: { assetId: string; endAccess: boolean; reason: string }) =>
      unwrap(
        api.POST("/admin/assets/{assetId}/take-down", { params: { path: { assetId } }, body }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Puts something back that was taken down. */
export function useRestore() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ assetId, reason }: { assetId: string; reason: string }) =>
      unwrap(
        api.POST("/admin/assets/{assetId}/restore", {
          params: { path: { assetId } },
          body: { reason },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}
