import { paths } from "@/app/paths";
import { rangeOf } from "@/lib/range";
import { keywordOf } from "@/lib/search";
import { useFilters } from "@/ui/useList";
import type { OrderFilter } from "./api";
import { isStatus } from "./words";

/** What of a list of orders, of whomever, the address asks for, and how all of them are shown. */
export function useOrderFilter() {
  const [query, choose] = useFilters(paths.user.orders);
  const { status, from, to, productId = "" } = query;
  const q = keywordOf(query);
  const filter: Omit<OrderFilter, "offset"> = {
    status: isStatus(status) ? status : undefined,
    q,
    range: rangeOf({ from, to }),
    productId,
  };
  const isFiltered = Boolean(filter.status || q || from || to || productId);
  const showAll = () => choose({ q: "", status: "", from: "", to: "", productId: "" });
  return { filter, isFiltered, showAll };
}
