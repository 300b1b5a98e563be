import { paths } from "@/app/paths";
import { keywordOf } from "@/lib/search";
import type { Search } from "@/performers/api";

/** The filters of the address, and the search they make together with the page's own path. */
export const filterNames = [
  "category",
  "gender",
  "country",
  "languages",
  "isOnline",
  "liveWithin",
] as const;

export type FilterName = (typeof filterNames)[number];

type Query = { [N in FilterName | "q" | "tags" | "sortBy"]?: string | undefined };

/** Which of the browsing pages this is. */
export function kindOf(pathname: string): "cams" | "vip" | "models" {
  if (pathname === paths.cams()) return "cams";
  return pathname === paths.vipModels() ? "vip" : "models";
}

/** What an address of browsing asks for. A category's own address wins over the query. */
export function searchOf(pathname: string, slug: string | undefined, query: Query): Search {
  return {
    ...Object.fromEntries(filterNames.map((name) => [name, query[name]])),
    q: keywordOf(query) || undefined,
    tags: query.tags,
    sortBy: query.sortBy,
    category: slug ?? query.category,
    ...(kindOf(pathname) === "vip" && { vip: "true" }),
  };
}

/** How many filters the visitor has set, the category of the page's own address aside. */
export function countFilters(query: Query): number {
  return filterNames.filter((name) => query[name]).length;
}
