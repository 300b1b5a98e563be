import { useQuery } from "@tanstack/react-query";
import { type LucideIcon, Search, SearchX } from "lucide-react";
import { type FormEvent, type ReactNode, useRef } from "react";
import { cx } from "@/lib/cx";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Select, TextField } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Pagination } from "@/ui/Pagination";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { type Library, library, pageSize } from "./library";
import { OwnedCard } from "./OwnedCard";

/** How a library can be ordered: the first is the usual one. */
const orders = [
  { value: "bought", label: "Bought last", sortBy: "createdAt", sort: "desc" },
  { value: "seen", label: "Seen last", sortBy: "lastSeenAt", sort: "desc" },
  { value: "title", label: "By title", sortBy: "title", sort: "asc" },
  { value: "dear", label: "Highest price", sortBy: "price", sort: "desc" },
  { value: "cheap", label: "Lowest price", sortBy: "price", sort: "asc" },
] as const;

/** Characters that a search takes (behaviours.md, Search). */
const longestKeyword = 100;

type PurchasedListProps = {
  kind: Library;
  title: string;
  icon: LucideIcon;
  /** What will be here, when there is nothing yet. */
  empty: string;
  /** The next step from an empty list. */
  action: ReactNode;
};

/** What a member owns of a kind: found by words, in order, with what became of it. The address holds the rest. */
export function PurchasedList({ kind, title, icon: Icon, empty, action }: PurchasedListProps) {
  useTitle(title);
  const { query, setQuery } = useAddress();
  const offset = Math.max(0, Number(query.offset) || 0);
  const order = orders.find(({ value }) => value === query.sort) ?? orders[0];
  const q = (query.q ?? "").slice(0, longestKeyword);
  const list = useQuery(library(kind, { q, sortBy: order.sortBy, sort: order.sort }, offset));
  return (
    <>
      <PageHeader title={title}>Yours to keep. Nobody else sees this list.</PageHeader>
      {(q !== "" || list.data?.total !== 0) && <Tools q={q} order={order.value} />}
      <Loaded query={list} waiting={<Waiting />}>
        {({ data, total }) => (
          <>
            {data.length === 0 && q !== "" && <NoMatch />}
            {data.length === 0 && q === "" && (
              <EmptyState title="Nothing here yet" icon={<Icon aria-hidden />} action={action}>
                {empty}
              </EmptyState>
            )}
            <ul data-list aria-label={title} className={cx(columns, "empty:hidden")}>
              {data.map((item) => (
                <li key={item._id}>
                  <OwnedCard item={item} />
                </li>
              ))}
            </ul>
            <Pagination
              total={total}
              offset={offset}
              limit={pageSize}
              onMove={(next) => {
                setQuery({ offset: next || "" });
                scrollTo({ top: 0 });
              }}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

const columns = "grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:gap-4 xl:grid-cols-4 2xl:grid-cols-5";

/** Words and order; each change is a new first page. */
function Tools({ q, order }: { q: string; order: string }) {
  const { setQuery } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  function search(event: FormEvent) {
    event.preventDefault();
    setQuery({ q: field.current?.value.trim(), offset: "" });
  }
  return (
    <div className="mb-5 grid gap-3 sm:grid-cols-[minmax(0,1fr)_200px]">
      <form onSubmit={search}>
        <TextField
          key={q}
          ref={field}
          type="search"
          label="Search"
          hideLabel
          defaultValue={q}
          maxLength={longestKeyword}
          enterKeyHint="search"
          placeholder="Title or name"
          trailing={
            <button
              type="submit"
              aria-label="Search"
              className="grid size-11 place-items-center rounded-md text-fg2 hover:text-fg"
            >
              <Search size={18} aria-hidden />
            </button>
          }
        />
      </form>
      <Select
        label="Order"
        hideLabel
        options={orders}
        value={order}
        onChange={({ target }) =>
          setQuery({ sort: target.value === orders[0].value ? "" : target.value, offset: "" })
        }
      />
    </div>
  );
}

function NoMatch() {
  const { setQuery } = useAddress();
  return (
    <EmptyState
      title="Nothing matches"
      icon={<SearchX aria-hidden />}
      action={<Button onClick={() => setQuery({ q: "", offset: "" })}>Show everything</Button>}
    >
      Try fewer words, or a name.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className={columns} aria-busy>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="aspect-[4/5] rounded-lg" />
      ))}
    </div>
  );
}
