import { paths } from "@/app/paths";
import { offsetOf } from "@/lib/offset";
import { rangeOf } from "@/lib/range";
import { keywordOf } from "@/lib/search";
import { useSearch } from "@/ui/useAddress";
import type { OrderFilter } from "./api";
import { isStatus } from "./words";

/** What of a list of orders the address asks for, and how all of them are shown. */
export function useOrderFilter() {
  const [query, setQuery] = useSearch(paths.user.orders);
  const { status, from, to, productId = "" } = query;
  const q = keywordOf(query);
  const filter: OrderFilter = {
    status: isStatus(status) ? status : undefined,
    q,
    range: rangeOf({ from, to }),
    productId,
    offset: offsetOf(query),
  };
  const isFiltered = Boolean(filter.status || q || from || to || productId);
  const showAll = () =>
    setQuery({ q: "", status: "", from: "", to: "", productId: "", offset: "" });
  return { filter, isFiltered, showAll };
}
