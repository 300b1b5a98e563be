import type { Performer } from "@/performers/types";

/** Nina's card, or another's: live with three viewers, long a member of the site. */
export function card(changes: Partial<Performer> = {}): Performer {
  const username = changes.username ?? "nina";
  return {
    _id: username,
    username,
    name: "Nina Vale",
    avatar: "",
    cardImage: "",
    headline: "Late-night jazz",
    gender: "female",
    country: "PT",
    languages: ["en"],
    tags: ["jazz"],
    categoryIds: [],
    isPerformer: true,
    verified: true,
    vip: false,
    isFavorite: false,
    isNotified: false,
    isRotating: false,
    streamingStatus: "public",
    isOnline: true,
    viewers: 3,
    snapshot: "",
    privatePrice: 30,
    groupPrice: 10,
    createdAt: "2026-01-02T12:00:00Z",
    ...changes,
  };
}
