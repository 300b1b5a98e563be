import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { upload } from "@/api/upload";
import { pageSize } from "@/lib/offset";
import { type Category, settingsKeys } from "@/settings/api";

export type { Category } from "@/settings/api";
export type Post = Schemas["PagesPost"];
export type PostDraft = Schemas["PagesPostBody"];
export type Banner = Schemas["PagesBanner"];
export type BannerDraft = Schemas["UpdateBannerInputBody"];

const keys = { posts: ["admin-posts"] as const, banners: ["admin-banners"] as const };

/** A mutation after which the lists under a key are asked for again. */
function useSaving<Input>(key: readonly string[], save: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}

export type CategoryDraft = {
  id: string | undefined;
  name: string;
  slug: string;
  position: number;
  translations?: Record<string, { name: string }>;
};

/** The categories as they were written, with their names in further languages. */
export function writtenCategories() {
  return queryOptions({
    queryKey: [...settingsKeys.categories, "written"],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/admin/performer-categories", { signal })).then((list) => list.data),
  });
}

/** Adds a category, or changes the one of `id`. The header shows it at once. */
export function useSaveCategory() {
  return useSaving(settingsKeys.categories, ({ id, ...body }: CategoryDraft) =>
    id === undefined
      ? unwrap(api.POST("/admin/performer-categories", { body }))
      : unwrap(api.PUT("/admin/performer-categories/{id}", { params: { path: { id } }, body })),
  );
}

export function useRemoveCategory() {
  return useSaving(settingsKeys.categories, ({ _id }: Category) =>
    unwrap(api.DELETE("/admin/performer-categories/{id}", { params: { path: { id: _id } } })),
  );
}

export const posts = (offset: number) =>
  apiQuery([...keys.posts, "list", offset], "/admin/posts", { query: { offset, limit: pageSize } });

/** A post with its source, by its id. */
export const post = (id: string) =>
  apiQuery([...keys.posts, "one", id], "/admin/posts/{id}", { path: { id } });

/** Makes a post, or changes the one of `id`. */
export function useSavePost(id: string | undefined) {
  return useSaving(
    keys.posts,
    (body: PostDraft): Promise<Post> =>
      id === undefined
        ? unwrap(api.POST("/admin/posts", { body }))
        : unwrap(api.PUT("/admin/posts/{id}", { params: { path: { id } }, body })),
  );
}

export function useRemovePost() {
  return useSaving(keys.posts, (id: string) =>
    unwrap(api.DELETE("/admin/posts/{id}", { params: { path: { id } } })),
  );
}

export const banners = (offset: number) =>
  apiQuery([...keys.banners, offset], "/admin/banners", { query: { offset, limit: pageSize } });

type NewBanner = BannerDraft & { image: File; onProgress: (share: number) => void };

export function useAddBanner() {
  return useSaving(keys.banners, ({ image, onProgress, ...draft }: NewBanner) => {
    const form = new FormData();
    form.set("image", image);
    for (const [name, value] of Object.entries(draft)) form.set(name, String(value));
    return upload("/admin/banners", form, { onProgress });
  });
}

export function useChangeBanner() {
  return useSaving(keys.banners, ({ id, ...body }: BannerDraft & { id: string }) =>
    unwrap(api.PUT("/admin/banners/{id}", { params: { path: { id } }, body })),
  );
}

export function useRemoveBanner() {
  return useSaving(keys.banners, (id: string) =>
    unwrap(api.DELETE("/admin/banners/{id}", { params: { path: { id } } })),
  );
}
