import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { partsOf } from "@/lib/href";

type Query = Record<string, string>;

/**
 * The page's address: the path's parameters and the query, which is the state
 * of lists. `setQuery` changes some of it (an empty value removes one) without
 * leaving the page; `go` opens an address from `paths`.
 */
export function useAddress() {
  const navigate = useNavigate();
  const params: Query = useParams({ strict: false });
  const { pathname, searchStr, href } = useLocation();
  const query: Query = Object.fromEntries(new URLSearchParams(searchStr));

  function go(target: string, options: { replace?: boolean } = {}) {
    return navigate({ ...partsOf(target), ...options });
  }

  function setQuery(changes: Record<string, string | number | undefined>) {
    const next = new URLSearchParams(searchStr);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, String(value));
    }
    return go(next.size === 0 ? pathname : `${pathname}?${next}`, { replace: true });
  }

  return { params, query, pathname, href, go, setQuery };
}
