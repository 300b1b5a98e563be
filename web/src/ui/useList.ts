import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { List } from "@/api/client";
import type { Searched } from "@/lib/address";
import { offsetOf, pageSize } from "@/lib/offset";
import { useAnySearch, useSearch } from "./useAddress";

/** Where the shown page of a list lies, as Pagination takes it. */
export type Page = { offset: number; limit: number; onMove: (offset: number) => void };

type Where<Name extends string> = {
  /** What of the address says where the page begins. */
  at?: Name;
  limit?: number;
};

/** One page of a list: where it begins is in the address. */
export function useList<Name extends string, Rows extends List<unknown>, Key extends QueryKey>(
  _address: Searched<Name | "offset">,
  ask: (offset: number) => UseQueryOptions<Rows, Error, Rows, Key>,
  { at, limit = pageSize }: Where<Name> = {},
) {
  const [search, set] = useAnySearch();
  const name = at ?? "offset";
  const offset = offsetOf({ offset: search[name] });
  const list = useQuery(ask(offset));
  const page: Page = { offset, limit, onMove: (next) => set({ [name]: next }) };
  return [list, page] as const;
}

/** What a list is narrowed by, which is in the address; another choice begins at the first page. */
export function useFilters<Name extends string>(address: Searched<Name>) {
  const [search, set] = useSearch(address);
  const choose = (changes: { [N in Name]?: string | undefined }) => set({ ...changes, offset: "" });
  return [search, choose] as const;
}
