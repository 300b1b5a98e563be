import { HttpResponse, http } from "msw";
import type { OwnAsset, OwnPhoto } from "@/store/own";
import { server } from "@/testing/server";

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
    numViews: 0,
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
      return answer({ status: act === "activate" ? "active" : "inactive" });
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
