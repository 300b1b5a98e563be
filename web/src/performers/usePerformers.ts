import { useQueries } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { useSearch } from "@/ui/useAddress";
import { pageSize, type Search, searchPerformers } from "./api";
import { liveFirst } from "./cache";
import { useLivePerformers } from "./useLivePerformers";

const freshly = 30_000;

/**
 * The performers a search finds, as many pages as the address says (`pages`),
 * so that a reload and the way back show what was on screen. Viewers and
 * pictures are asked for again every half minute.
 */
export function usePerformers(search: Search) {
  const [query, setQuery] = useSearch(paths.home);
  const pages = Math.min(20, Math.max(1, Number.parseInt(query.pages ?? "", 10) || 1));
  useLivePerformers();

  return useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...searchPerformers(search, page * pageSize),
      refetchInterval: freshly,
    })),
    combine: (results) => {
      const loaded = results.flatMap(({ data }) => data?.data ?? []);
      const total = results[0]?.data?.total;
      const failed = results.find(({ isError, data }) => isError && data === undefined);
      return {
        performers: total === undefined ? undefined : ordered(search, loaded),
        total,
        error: failed?.error,
        isLoadingMore: pages > 1 && results.some(({ isPending }) => isPending),
        hasMore: total !== undefined && pages * pageSize < total,
        retry: () => results.forEach(({ refetch }) => void refetch()),
        showMore: () => setQuery({ pages: pages + 1 }),
      };
    },
  });
}

// Whoever asked for another order than the window's gets that.
function ordered(search: Search, loaded: Parameters<typeof liveFirst>[0]) {
  if (!search.sortBy) return liveFirst(loaded);
  return [...new Map(loaded.map((card) => [card._id, card])).values()];
}
