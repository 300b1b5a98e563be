import type { QueryClient } from "@tanstack/react-query";
import type { ItemType } from "./kinds";

/** Everything about what is sold starts with `store`; logging in or out forgets it. */
export const storeKeys = {
  all: ["store"] as const,
  search: (type: ItemType, search: Readonly<Record<string, string>>) =>
    ["store", type, "search", search] as const,
  view: (type: ItemType, id: string) => ["store", type, "view", id] as const,
  photos: (type: ItemType, id: string) => ["store", type, "photos", id] as const,
  /** The orders of a product that I have bought. */
  orders: (id: string) => ["store", "product", "orders", id] as const,
  purchased: ["store", "purchased"] as const,
};

/**
 * Says in every list and on every page of the cache whether an item is bought. It is asked for again,
 * and so are its photos: what was locked opens, and the addresses of what is not owned any more are
 * forgotten.
 */
export function setBought(queries: QueryClient, type: ItemType, id: string, isBought: boolean) {
  for (const part of ["search", "view"]) {
    queries.setQueriesData<unknown>({ queryKey: ["store", type, part] }, (data: unknown) =>
      withBought(data, id, isBought),
    );
  }
  if (isBought) queries.invalidateQueries({ queryKey: storeKeys.photos(type, id) });
  else queries.resetQueries({ queryKey: storeKeys.photos(type, id) });
  queries.invalidateQueries({ queryKey: storeKeys.view(type, id) });
  queries.invalidateQueries({ queryKey: storeKeys.purchased });
  queries.invalidateQueries({ queryKey: ["store", type, "orders", id] });
  queries.invalidateQueries({ queryKey: ["refunds"] });
}

/** The answer with the item's flag set; the same answer where the item is not in it. */
function withBought(data: unknown, id: string, isBought: boolean): unknown {
  if (typeof data !== "object" || data === null) return data;
  if ("_id" in data && data._id === id) return { ...data, isBought, ...withVideo(data, isBought) };
  if ("pages" in data) return changedList(data, "pages", data.pages, id, isBought);
  return "data" in data ? changedList(data, "data", data.data, id, isBought) : data;
}

// What is on sale can be watched by who has it.
function withVideo(data: object, isWatchable: boolean) {
  if (!("video" in data) || typeof data.video !== "object") return {};
  return { video: { ...data.video, isWatchable } };
}

function changedList(data: object, name: string, list: unknown, id: string, isBought: boolean) {
  if (!Array.isArray(list)) return data;
  const items: unknown[] = list;
  const changed = items.map((item) => withBought(item, id, isBought));
  return changed.some((item, i) => item !== items[i]) ? { ...data, [name]: changed } : data;
}
