import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import type { GalleryStatus, OwnGallery, OwnPhoto } from "@/store/galleries";

export type GalleryFields = Schemas["AssetsChangeBody"];
export type NewGallery = Schemas["AssetsCreateBody"];
export type Consents = Schemas["AssetsConsents"];
export type BulkAction = "activate" | "deactivate" | "delete";
export type BulkResult = Schemas["AssetsBulk"];

export const galleryKeys = {
  all: ["own-galleries"] as const,
  lists: ["own-galleries", "list"] as const,
  one: (id: string) => ["own-galleries", "one", id] as const,
};

export const pageSize = 25;

export type Filter = {
  status: GalleryStatus | undefined;
  q: string;
  sortBy: "createdAt" | "title" | "price" | "sold" | undefined;
  offset: number;
};

/** A page of my galleries, the newest first unless told. */
export function galleries({ status, q, sortBy, offset }: Filter) {
  return queryOptions({
    queryKey: [...galleryKeys.lists, status, q, sortBy, offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/performer/performer-assets/galleries/search", {
          params: {
            query: {
              ...(status && { status }),
              ...(q && { q }),
              ...(sortBy && { sortBy, sort: sortBy === "title" ? "asc" : "desc" }),
              offset,
              limit: pageSize,
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** One of my galleries with its photos. */
export function gallery(id: string) {
  return queryOptions({
    queryKey: galleryKeys.one(id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/performer/performer-assets/galleries/{id}/view", {
          params: { path: { id } },
          signal,
        }),
      ),
    // A decision, or its time, may come while it is looked at.
    refetchInterval: ({ state }) =>
      state.data?.status === "pending" || state.data?.publishAt ? 20_000 : false,
  });
}

export function useCreateGallery() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewGallery) =>
      unwrap(api.POST("/performer/performer-assets/galleries", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: galleryKeys.lists }),
  });
}

// Changes of one gallery go one after another, so that the last answer is the newest.
const oneByOne = (id: string) => ({ scope: { id: `gallery-${id}` } });

/** Every change answers with the whole gallery. */
function useKeep(id: string) {
  const queries = useQueryClient();
  return (saved: OwnGallery) => {
    queries.setQueryData(galleryKeys.one(id), saved);
    return queries.invalidateQueries({ queryKey: galleryKeys.lists });
  };
}

/** Changes some of a gallery; what is absent stays as it is. */
export function useChangeGallery(id: string) {
  return useMutation({
    ...oneByOne(id),
    mutationFn: (body: GalleryFields) => put(id, body),
    onSuccess: useKeep(id),
  });
}

function put(id: string, body: GalleryFields): Promise<OwnGallery> {
  return unwrap(
    api.PUT("/performer/performer-assets/galleries/{id}", { params: { path: { id } }, body }),
  );
}

/** Puts the photos into another order, which shows at once. */
export function useReorderPhotos(id: string) {
  const queries = useQueryClient();
  return useMutation({
    ...oneByOne(id),
    mutationFn: (photoIds: string[]) => put(id, { photoIds }),
    onMutate: (photoIds) =>
      queries.setQueryData<OwnGallery>(
        galleryKeys.one(id),
        (before) => before && { ...before, photos: sorted(before.photos ?? [], photoIds) },
      ),
    onSuccess: useKeep(id),
    // Another device may have added or deleted some.
    onError: () => queries.invalidateQueries({ queryKey: galleryKeys.one(id) }),
  });
}

function sorted(photos: readonly OwnPhoto[], ids: readonly string[]): OwnPhoto[] {
  return ids.flatMap((id) => photos.filter((photo) => photo._id === id));
}

/**
 * Photos that were sent beside each other arrived in any order: puts them into the order in which
 * they were chosen, in the places that they have.
 */
export async function keepOrder(queries: QueryClient, id: string, chosen: readonly string[]) {
  await queries.invalidateQueries({ queryKey: galleryKeys.all });
  const known = await queries.fetchQuery({ ...gallery(id), staleTime: 0 }).catch(() => undefined);
  const now = known?.photos?.map(({ _id }) => _id) ?? [];
  const here = chosen.filter((one) => now.includes(one));
  const places = here.map((one) => now.indexOf(one)).sort((a, b) => a - b);
  const next = [...now];
  for (const [at, place] of places.entries()) next[place] = here[at] ?? "";
  if (next.every((one, at) => one === now[at])) return;
  // Without it they only stand in another order, which is put right by hand.
  const saved = await put(id, { photoIds: next }).catch(() => undefined);
  if (saved) queries.setQueryData(galleryKeys.one(id), saved);
}

export function useSubmit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, consents }: { id: string; consents: Consents }) =>
      unwrap(
        api.POST("/performer/performer-assets/galleries/{id}/submit", {
          params: { path: { id } },
          body: { consents },
        }),
      ),
    onSuccess: (saved) => {
      queries.setQueryData(galleryKeys.one(saved._id), saved);
      return queries.invalidateQueries({ queryKey: galleryKeys.lists });
    },
  });
}

/** Puts an approved gallery on sale, or takes it off. */
export function useSell(id: string) {
  const params = { path: { id } };
  return useMutation({
    ...oneByOne(id),
    mutationFn: (act: "activate" | "deactivate") =>
      unwrap(
        act === "activate"
          ? api.POST("/performer/performer-assets/galleries/{id}/activate", { params })
          : api.POST("/performer/performer-assets/galleries/{id}/deactivate", { params }),
      ),
    onSuccess: useKeep(id),
  });
}

export function useDeleteGallery() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(
        api.DELETE("/performer/performer-assets/galleries/{id}", { params: { path: { id } } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: galleryKeys.lists }),
  });
}

/** Does one thing with several galleries; it says of each whether it was done. */
export function useBulk() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: string[]; action: BulkAction }) =>
      unwrap(api.POST("/performer/performer-assets/galleries/bulk", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: galleryKeys.all }),
  });
}

/** Deletes a photo; `keepalive` sends it even while the tab is being left. */
export function deletePhoto(id: string, keepalive = false) {
  return unwrap(
    api.DELETE("/performer/performer-assets/photos/{id}", { params: { path: { id } }, keepalive }),
  );
}
