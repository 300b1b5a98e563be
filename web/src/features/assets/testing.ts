import { HttpResponse, http } from "msw";
import type { OwnAsset, OwnPhoto } from "@/store/own";
import { server } from "@/testing/server";
import type { KeptUpload } from "@/uploads/types";
import type { Medium } from "./media";

const path = "*/api/performer/performer-assets";

/** The n-th photo of Nina's gallery, which nobody has approved. */
export function photoOfNina(n: number, changes: Partial<OwnPhoto> = {}): OwnPhoto {
  const _id = `p${n}`;
  const at = (variant: string) => `/files/photos/${_id}/${variant}.webp`;
  return {
    _id,
    galleryId: "g1",
    name: `beach-${n}.jpg`,
    size: 1_200_000,
    width: 3000,
    height: 4000,
    blurhash: "L6PZfSi_.AyE_3t7t7R**0o#DgR4",
    colour: "#8a5a44",
    blurred: at("blur"),
    urls: { card: at("card"), page: at("page"), full: at("full") },
    position: n - 1,
    isCover: n === 1,
    isApproved: false,
    isDeclared: false,
    createdAt: "2026-11-02T20:00:00Z",
    ...changes,
  };
}

/** Nina's gallery: a draft of three photos for 25 tokens. */
export function galleryOfNina(changes: Partial<OwnAsset> = {}): OwnAsset {
  const photos = changes.photos ?? [1, 2, 3].map((n) => photoOfNina(n));
  return {
    _id: "g1",
    type: "gallery",
    title: "A day at the beach",
    media: [],
    description: "Sun and salt.",
    price: 25,
    status: "draft",
    tags: ["beach"],
    categoryIds: ["c1"],
    coverId: photos[0]?._id ?? "",
    ...(photos[0] && { cover: photos[0] }),
    numPhotos: photos.length,
    numUndeclared: photos.filter(({ isDeclared }) => !isDeclared).length,
    sold: 0,
    earned: 0,
    numViews: 0,
    version: 1,
    createdAt: "2026-11-02T20:00:00Z",
    updatedAt: "2026-11-02T20:00:00Z",
    ...changes,
    photos,
  };
}

/** A server that keeps one gallery as the real one does, and the calls that change it. */
export function keepGallery(first: OwnAsset) {
  let kept = first;
  const calls: unknown[] = [];
  const answer = (changes: Partial<OwnAsset> = {}) => {
    kept = { ...kept, ...changes };
    const photos = (kept.photos ?? []).map((photo, position) => ({
      ...photo,
      position,
      isCover: photo._id === kept.coverId,
    }));
    kept = { ...kept, photos, numPhotos: photos.length };
    return HttpResponse.json({ data: kept });
  };
  const byIds = (ids: readonly string[]) =>
    ids.flatMap((id) => kept.photos?.filter(({ _id }) => _id === id) ?? []);
  server.use(
    http.get(`${path}/galleries/g1/view`, () => answer()),
    http.put<never, Partial<OwnAsset> & { photoIds?: string[] }>(
      `${path}/galleries/g1`,
      async ({ request }) => {
        const { photoIds, ...fields } = await request.json();
        calls.push({ put: photoIds ? { photoIds } : fields });
        return answer({ ...fields, ...(photoIds && { photos: byIds(photoIds) }) });
      },
    ),
    http.post(`${path}/galleries/g1/submit`, async ({ request }) => {
      calls.push({ submit: await request.json() });
      return answer({ status: "pending", submittedAt: "2026-11-02T21:00:00Z", numUndeclared: 0 });
    }),
    http.post(`${path}/galleries/g1/:act`, ({ params: { act } }) => {
      calls.push(act);
      if (act !== "activate") return answer({ status: "inactive" });
      const { publishAt: _, ...rest } = kept;
      kept = rest;
      return answer({ status: "active" });
    }),
    http.delete(`${path}/galleries/g1`, () => {
      calls.push("delete gallery");
      return HttpResponse.json({ data: { success: true } });
    }),
    http.delete<{ id: string }>(`${path}/photos/:id`, ({ params: { id } }) => {
      calls.push(`delete ${id}`);
      kept = { ...kept, photos: kept.photos?.filter(({ _id }) => _id !== id) ?? [] };
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  return {
    calls,
    now: () => kept,
    add: (photo: OwnPhoto) => answer({ photos: [...(kept.photos ?? []), photo] }),
  };
}

export { path as assetsPath };

/** A video file of Nina's that is ready. */
export function mediumOfNina(changes: Partial<Medium> = {}, state: Partial<State> = {}): Medium {
  return {
    _id: "m1",
    purpose: "video",
    name: "sea.mp4",
    size: 9_800_000,
    isApproved: false,
    isDeclared: false,
    createdAt: "2026-11-02T20:00:00Z",
    state: {
      status: "done",
      progress: 100,
      isRetryable: false,
      durationMs: 750_000,
      width: 1920,
      height: 1080,
      hasSound: true,
      hasPoster: true,
      renditions: [720],
      ...state,
    },
    ...changes,
  };
}

type State = NonNullable<Medium["state"]>;

/** Nina's video: a draft for 25 tokens without a file. */
export function videoOfNina(changes: Partial<OwnAsset> = {}): OwnAsset {
  return galleryOfNina({ _id: "v1", type: "video", title: "At sea", photos: [], ...changes });
}

const allowed = { maxMB: 1, accepted: ["mp4"] };

/** The site's answer about my uploads. */
export function answerUploads(...data: KeptUpload[]) {
  server.use(
    http.get("*/api/uploads", () =>
      HttpResponse.json({
        data: {
          data,
          total: data.length,
          allowed: {
            video: allowed,
            trailer: allowed,
            digitalFile: { ...allowed, accepted: ["zip"] },
          },
        },
      }),
    ),
  );
}

/** A server that keeps one video or product, and the forms that change it. */
export function keepWithFiles(first: OwnAsset) {
  let kept = first;
  const calls: unknown[] = [];
  const answer = (changes: Partial<OwnAsset> = {}) => {
    kept = { ...kept, ...changes };
    return HttpResponse.json({ data: kept });
  };
  const one = `${path}/${first.type}s/${first._id}`;
  server.use(
    http.get(`${one}/view`, () => answer()),
    http.get(`${path}/${first.type}s/search`, () =>
      HttpResponse.json({ data: { data: [kept], total: 1 } }),
    ),
    http.put(one, async ({ request }) => {
      const form = await request.formData();
      const sent = Object.fromEntries(
        [...form].map(([name, value]) => [name, value instanceof File ? value.name : value]),
      );
      calls.push(sent);
      return answer(typeof sent.title === "string" ? { title: sent.title } : {});
    }),
    http.post(`${one}/media/:id/retry`, ({ params: { id } }) => {
      calls.push(`retry ${id}`);
      return answer({ media: [mediumOfNina({}, { status: "waiting", progress: 0 })] });
    }),
    http.delete(`${one}/media/:id`, ({ params: { id } }) => {
      calls.push(`remove ${id}`);
      return answer({ media: [] });
    }),
  );
  return { calls, answer };
}
