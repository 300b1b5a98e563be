import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { type UploadOptions, upload } from "@/api/upload";
import { pageSize } from "@/lib/offset";
import type { AssetStatus, OwnAsset, OwnPhoto } from "@/store/own";
import type { Kind } from "./kinds";
import { isBeingPrepared } from "./media";

/** What a performer says of an asset; what is absent stays as it is. */
export type Fields = Schemas["AssetsChangeBody"] & {
  /** Of a product. */
  type?: "physical" | "digital";
  stock?: number;
  /** The stock that was changed: another one by now is refused. */
  wasStock?: number;
};
/** Files that are sent along with the fields, and uploads that were sent before. */
export type Files = {
  thumbnail?: File;
  videoUploadId?: string;
  trailerUploadId?: string;
  digitalFileUploadId?: string;
};
export type NewAsset = Schemas["AssetsCreateBody"] & Pick<Fields, "type" | "stock"> & Files;
export type Consents = Schemas["AssetsConsents"];
export type BulkAction = "activate" | "deactivate" | "delete";

export const assetKeys = {
  all: ["own-assets"] as const,
  lists: (kind: Kind) => ["own-assets", "list", kind] as const,
  one: (id: string) => ["own-assets", "one", id] as const,
};

const base = {
  gallery: "/performer/performer-assets/galleries",
  video: "/performer/performer-assets/videos",
  product: "/performer/performer-assets/products",
} as const;

export type Filter = {
  status: AssetStatus | undefined;
  q: string;
  sortBy: "createdAt" | "title" | "price" | "sold" | undefined;
  offset: number;
};

/** How often a video that is being prepared is asked for where the socket does not tell, in milliseconds. */
const preparing = 5_000;

/** A page of my assets of a kind, the newest first unless told. */
export const assets = (kind: Kind, { status, q, sortBy, offset }: Filter) =>
  pageQuery(
    [...assetKeys.lists(kind), status, q, sortBy, offset],
    `${base[kind]}/search` as const,
    {
      query: {
        ...(status && { status }),
        ...(q && { q }),
        ...(sortBy && { sortBy, sort: sortBy === "title" ? "asc" : "desc" }),
        offset,
        limit: pageSize,
      },
    },
    {
      refetchInterval: ({ state }) => (state.data?.data.some(isBeingPrepared) ? preparing : false),
    },
  );

/** One of my assets with its photos. */
export const asset = (kind: Kind, id: string) =>
  apiQuery(
    assetKeys.one(id),
    `${base[kind]}/{id}/view` as const,
    { path: { id } },
    {
      refetchInterval: ({ state: { data } }) => {
        if (data && isBeingPrepared(data)) return preparing;
        // A decision, or its time, may come while it is looked at.
        return data?.status === "pending" || data?.publishAt ? 20_000 : false;
      },
    },
  );

/** Begins an asset as a draft, with what was uploaded for it. */
export function create(kind: Kind, body: NewAsset): Promise<OwnAsset> {
  return kind === "gallery"
    ? unwrap(api.POST(base.gallery, { body }))
    : upload(base[kind], formOf(body));
}

export function useCreate(kind: Kind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAsset) => create(kind, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: assetKeys.lists(kind) }),
  });
}

// Changes of one asset go one after another, so that the last answer is the newest.
const oneByOne = (id: string) => ({ scope: { id: `asset-${id}` } });

/** Keeps the whole asset, with which every change answers. */
export function keep(queries: QueryClient, saved: OwnAsset) {
  queries.setQueryData(assetKeys.one(saved._id), saved);
  return queries.invalidateQueries({ queryKey: assetKeys.lists(saved.type) });
}

function useKeep() {
  const queries = useQueryClient();
  return (saved: OwnAsset) => keep(queries, saved);
}

type Whose = Pick<OwnAsset, "_id" | "type">;
type Changes = Fields & Files;

/** Changes some of an asset; what is absent stays as it is. */
export function useChange({ _id: id, type: kind }: Whose) {
  return useMutation({
    ...oneByOne(id),
    mutationFn: (changes: Changes) => put(kind, id, changes),
    onSuccess: useKeep(),
  });
}

/** Changes some of an asset, from outside of a component. */
export function put(
  kind: Kind,
  id: string,
  changes: Changes,
  options: Pick<UploadOptions, "onProgress" | "signal"> = {},
): Promise<OwnAsset> {
  const path = { id };
  if (kind === "gallery") {
    return unwrap(api.PUT(`${base.gallery}/{id}`, { params: { path }, body: changes }));
  }
  return upload(`${base[kind]}/{id}`, formOf(changes), { ...options, method: "PUT", path });
}

type FormValue = string | number | File | readonly string[] | null | undefined;

/** What is absent is not in the form; an empty list is there once, and empty. */
export function formOf(values: Readonly<Record<string, FormValue>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    if (value instanceof File) form.set(name, value);
    else if (typeof value === "object") {
      for (const one of value.length > 0 ? value : [""]) form.append(name, one);
    } else form.set(name, String(value));
  }
  return form;
}

/** Puts the photos into another order, which shows at once. */
export function useReorderPhotos({ _id: id, type: kind }: Whose) {
  const queries = useQueryClient();
  return useMutation({
    ...oneByOne(id),
    mutationFn: (photoIds: string[]) => put(kind, id, { photoIds }),
    onMutate: (photoIds) =>
      queries.setQueryData<OwnAsset>(
        assetKeys.one(id),
        (before) => before && { ...before, photos: sorted(before.photos ?? [], photoIds) },
      ),
    onSuccess: useKeep(),
    // Another device may have added or deleted some.
    onError: () => queries.invalidateQueries({ queryKey: assetKeys.one(id) }),
  });
}

function sorted(photos: readonly OwnPhoto[], ids: readonly string[]): OwnPhoto[] {
  return ids.flatMap((id) => photos.filter((photo) => photo._id === id));
}

/**
 * Photos that were sent beside each other arrived in any order: puts them into the order in which
 * they were chosen, in the places that they have.
 */
export async function keepOrder(
  queries: QueryClient,
  { _id: id, type: kind }: Whose,
  chosen: readonly string[],
) {
  await queries.invalidateQueries({ queryKey: assetKeys.all });
  const known = await queries
    .fetchQuery({ ...asset(kind, id), staleTime: 0 })
    .catch(() => undefined);
  const now = known?.photos?.map(({ _id }) => _id) ?? [];
  const here = chosen.filter((one) => now.includes(one));
  const places = here.map((one) => now.indexOf(one)).sort((a, b) => a - b);
  const next = [...now];
  for (const [at, place] of places.entries()) next[place] = here[at] ?? "";
  if (next.every((one, at) => one === now[at])) return;
  // Without it they only stand in another order, which is put right by hand.
  const saved = await put(kind, id, { photoIds: next }).catch(() => undefined);
  if (saved) queries.setQueryData(assetKeys.one(id), saved);
}

export function useSubmit(kind: Kind) {
  return useMutation({
    mutationFn: ({ id, consents }: { id: string; consents: Consents }) =>
      unwrap(
        api.POST(`${base[kind]}/{id}/submit` as const, {
          params: { path: { id } },
          body: { consents },
        }),
      ),
    onSuccess: useKeep(),
  });
}

/** Puts an approved asset on sale, or takes it off. */
export function useSell({ _id: id, type: kind }: Whose) {
  return useMutation({
    ...oneByOne(id),
    mutationFn: (act: "activate" | "deactivate") =>
      unwrap(api.POST(`${base[kind]}/{id}/${act}` as const, { params: { path: { id } } })),
    onSuccess: useKeep(),
  });
}

export function useDelete(kind: Kind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE(`${base[kind]}/{id}` as const, { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: assetKeys.lists(kind) }),
  });
}

/** Does one thing with several assets; it says of each whether it was done. */
export function useBulk(kind: Kind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { ids: string[]; action: BulkAction }) =>
      unwrap(api.POST(`${base[kind]}/bulk` as const, { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: assetKeys.all }),
  });
}

/** Deletes a photo; `keepalive` sends it even while the tab is being left. */
export function deletePhoto(id: string, keepalive = false) {
  return unwrap(
    api.DELETE("/performer/performer-assets/photos/{id}", { params: { path: { id } }, keepalive }),
  );
}

type MediumPath = { id: string; mediumId: string };

/** Works again on a file of a video that the site failed to prepare. */
export function useRetryMedium() {
  return useMutation({
    mutationFn: (path: MediumPath) =>
      unwrap(api.POST(`${base.video}/{id}/media/{mediumId}/retry`, { params: { path } })),
    onSuccess: useKeep(),
  });
}

/** Takes a file out of a video: one that nobody has approved, or the trailer. */
export function useRemoveMedium() {
  return useMutation({
    mutationFn: (path: MediumPath) =>
      unwrap(api.DELETE(`${base.video}/{id}/media/{mediumId}`, { params: { path } })),
    onSuccess: useKeep(),
  });
}

/** What is said in a video, as a file of WebVTT or SubRip in a language (BCP 47). */
export type NewCaptions = { captions: File; language: string; label: string };

/** Adds captions, instead of those in the same language. */
export function useAddCaptions(id: string) {
  return useMutation({
    ...oneByOne(id),
    mutationFn: (captions: NewCaptions) =>
      upload(`${base.video}/{id}/captions`, formOf(captions), { path: { id } }),
    onSuccess: useKeep(),
  });
}

export function useRemoveCaptions(id: string) {
  return useMutation({
    ...oneByOne(id),
    mutationFn: (captionId: string) =>
      unwrap(
        api.DELETE(`${base.video}/{id}/captions/{captionId}`, {
          params: { path: { id, captionId } },
        }),
      ),
    onSuccess: useKeep(),
  });
}
