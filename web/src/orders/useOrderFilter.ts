import { offsetOf } from "@/lib/offset";
import { rangeOf } from "@/lib/range";
import { longestKeyword } from "@/lib/search";
import { useAddress } from "@/ui/useAddress";
import type { OrderFilter } from "./api";
import { isStatus } from "./words";

/** What of a list of orders the address asks for, and how all of them are shown. */
export function useOrderFilter() {
  const { query, setQuery } = useAddress();
  const { q = "", status, from, to, productId = "" } = query;
  const filter: OrderFilter = {
    status: isStatus(status) ? status : undefined,
    q: q.slice(0, longestKeyword),
    range: rangeOf({ from, to }),
    productId,
    offset: offsetOf(query),
  };
  const isFiltered = Boolean(filter.status || q || from || to || productId);
  const showAll = () =>
    setQuery({ q: "", status: "", from: "", to: "", productId: "", offset: "" });
  return { filter, isFiltered, showAll };
}
