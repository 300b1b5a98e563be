import { useQueries } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { favouritePerformers, pageSize } from "@/performers/api";
import { liveFirst } from "@/performers/cache";
import { useSearch } from "@/ui/useAddress";

/** A member's favourites, as many pages as the address says, each asked for again every half minute. */
export function useFavourites() {
  const [query, setQuery] = useSearch(paths.user.favorites);
  const pages = Math.min(20, Math.max(1, Number.parseInt(query.pages ?? "", 10) || 1));
  return useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...favouritePerformers(page * pageSize),
      staleTime: 0,
      refetchInterval: 30_000,
    })),
    combine: (results) => {
      const total = results[0]?.data?.total;
      return {
        /** Whose heart was taken off is among them until the list is asked for again. */
        performers:
          total === undefined
            ? undefined
            : liveFirst(results.flatMap(({ data }) => data?.data ?? [])),
        error: results.find(({ isError, data }) => isError && data === undefined)?.error,
        isLoadingMore: results.some(({ isPending }) => isPending),
        hasMore: pages < 20 && total !== undefined && pages * pageSize < total,
        retry: () => results.forEach(({ refetch }) => void refetch()),
        showMore: () => setQuery({ pages: String(pages + 1) }),
      };
    },
  });
}
