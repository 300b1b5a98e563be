import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, type List, type Schemas, unwrap } from "@/api/client";
import { storeKeys } from "./cache";
import { noteUndoable } from "./undoable";

/** A gallery as visitors see it. */
export type Gallery = Schemas["AssetsCard"];

/** A photo of a gallery: its blur, and its addresses for whom it belongs to. */
export type Photo = Schemas["AssetsShownPhoto"];

/** What a visitor looks for among the galleries on sale; absent means any. */
export type GallerySearch = {
  performerId?: string | undefined;
  q?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  sort?: "newest" | "popular";
};

/** Galleries asked for at a time. */
export const pageSize = 24;

/** Photos asked for at a time. */
const photosAtATime = 60;

/** The galleries a search finds, page after page. */
export function searchGalleries({ sort, ...words }: GallerySearch) {
  const search = { ...(sort && { sort }), ...present(words) };
  return infiniteQueryOptions({
    queryKey: storeKeys.search(search),
    queryFn: ({ pageParam: offset, signal }): Promise<List<Gallery>> =>
      unwrap(
        api.GET("/user/performer-assets/galleries/search", {
          params: { query: { ...search, offset, limit: pageSize } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    staleTime: 60_000,
  });
}

/** A gallery on sale, or one that I own. 404 for everything else. */
export function galleryView(id: string) {
  return queryOptions({
    queryKey: storeKeys.view(id),
    queryFn: async ({ signal }): Promise<Gallery> => {
      const params = { path: { id } };
      const gallery = await unwrap(
        api.GET("/user/performer-assets/galleries/{id}/view", { params, signal }),
      );
      const { purchaseId, undoUntil } = gallery; // also after a reload, and on another device
      if (purchaseId !== undefined && undoUntil !== undefined) {
        noteUndoable("gallery", id, { purchaseId, until: Date.parse(undoUntil) });
      }
      return gallery;
    },
  });
}

/** The photos of a gallery, page after page. */
export function galleryPhotos(galleryId: string) {
  return infiniteQueryOptions({
    queryKey: storeKeys.photos(galleryId),
    queryFn: ({ pageParam: offset, signal }): Promise<List<Photo>> =>
      unwrap(
        api.GET("/user/performer-assets/photos/{galleryId}/search", {
          params: { path: { galleryId }, query: { offset, limit: photosAtATime } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
}

function nextOffset<Item>(_: List<Item>, pages: List<Item>[]): number | undefined {
  const loaded = pages.reduce((sum, { data }) => sum + data.length, 0);
  const last = pages.at(-1);
  return last && last.data.length > 0 && loaded < last.total ? loaded : undefined;
}

/** All items of the pages, each once: what was published meanwhile moves the rest on. */
export function flat<Item extends { _id: string }>(pages: List<Item>[] | undefined) {
  if (pages === undefined) return undefined;
  return [...new Map(pages.flatMap(({ data }) => data).map((one) => [one._id, one])).values()];
}

// Without the absent fields, so that equal searches have equal keys.
function present(search: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) if (value) fields[name] = value;
  return fields;
}
