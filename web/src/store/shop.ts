import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, type List, type Schemas, unwrap } from "@/api/client";
import { storeKeys } from "./cache";
import { type ItemType, wordsOf } from "./kinds";
import { noteUndoable } from "./undoable";

/** What is sold, as visitors see it. */
export type Item = Schemas["AssetsCard"];

/** A photo of a gallery or a product: its blur, and its addresses for who may see it. */
export type Photo = Schemas["AssetsShownPhoto"];

/** What a visitor looks for among what is on sale; absent means any. */
export type ItemSearch = {
  performerId?: string | undefined;
  q?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  sort?: "newest" | "popular";
};

/** Items asked for at a time. */
export const pageSize = 24;

/** Photos asked for at a time. */
const photosAtATime = 60;

/** What a search finds of a kind, page after page. */
export function searchItems(type: ItemType, { sort, ...words }: ItemSearch) {
  const search = { ...(sort && { sort }), ...present(words) };
  return infiniteQueryOptions({
    queryKey: storeKeys.search(type, search),
    queryFn: ({ pageParam: offset, signal }): Promise<List<Item>> =>
      unwrap(
        api.GET(`/user/performer-assets/${wordsOf()[type].place}/search`, {
          params: { query: { ...search, offset, limit: pageSize } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    staleTime: 60_000,
  });
}

/** One thing on sale, or one that I own. 404 for everything else. */
export function itemView(type: ItemType, id: string) {
  return queryOptions({
    queryKey: storeKeys.view(type, id),
    queryFn: async ({ signal }): Promise<Item> => {
      const params = { path: { id } };
      const place = wordsOf()[type].place;
      const item = await unwrap(
        api.GET(`/user/performer-assets/${place}/{id}/view`, { params, signal }),
      );
      const { purchaseId, undoUntil } = item; // also after a reload, and on another device
      if (purchaseId !== undefined && undoUntil !== undefined) {
        noteUndoable(type, id, { purchaseId, until: Date.parse(undoUntil) });
      }
      return item;
    },
  });
}

/** The photos of a gallery, or of a product, page after page. */
export function itemPhotos(type: ItemType, id: string) {
  return infiniteQueryOptions({
    queryKey: storeKeys.photos(type, id),
    queryFn: ({ pageParam: offset, signal }): Promise<List<Photo>> =>
      unwrap(
        api.GET("/user/performer-assets/photos/{galleryId}/search", {
          params: { path: { galleryId: id }, query: { offset, limit: photosAtATime } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
}

function nextOffset<One>(_: List<One>, pages: List<One>[]): number | undefined {
  const loaded = pages.reduce((sum, { data }) => sum + data.length, 0);
  const last = pages.at(-1);
  return last && last.data.length > 0 && loaded < last.total ? loaded : undefined;
}

/** All items of the pages, each once: what was published meanwhile moves the rest on. */
export function flat<One extends { _id: string }>(pages: List<One>[] | undefined) {
  if (pages === undefined) return undefined;
  return [...new Map(pages.flatMap(({ data }) => data).map((one) => [one._id, one])).values()];
}

// Without the absent fields, so that equal searches have equal keys.
function present(search: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) if (value) fields[name] = value;
  return fields;
}
