import { rangeOf } from "@/lib/range";
import { useAddress } from "@/ui/useAddress";
import type { OrderFilter } from "./api";
import { isStatus } from "./words";

/** What of a list of orders the address asks for. */
export function useOrderFilter() {
  const { query } = useAddress();
  const { q = "", status, from, to } = query;
  const filter: OrderFilter = {
    status: isStatus(status) ? status : undefined,
    q: q.slice(0, 100),
    range: rangeOf({ from, to }),
    offset: Math.max(0, Number(query.offset) || 0),
  };
  return { filter, isFiltered: Boolean(filter.status || q || from || to) };
}
