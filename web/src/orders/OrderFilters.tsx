import { Search } from "lucide-react";
import { type FormEvent, useRef } from "react";
import { Select, TextField } from "@/ui/Field";
import { RangeFields } from "@/ui/RangeFields";
import { useAddress } from "@/ui/useAddress";
import { statuses } from "./words";

/** Characters that a search takes (behaviours.md, Search). */
const longestKeyword = 100;

/** Narrows a list of orders by words, status and days, which the address holds. */
export function OrderFilters({ placeholder }: { placeholder: string }) {
  const { query, setQuery } = useAddress();
  const { q = "", status = "", from, to } = query;
  return (
    <div className="grid grid-cols-2 gap-3 px-4 pt-4 pb-3 lg:grid-cols-[minmax(0,1fr)_170px_170px_170px]">
      <Words key={q} q={q} placeholder={placeholder} />
      <div className="max-lg:col-span-2">
        <Select
          label="Status"
          placeholder="All"
          options={statuses}
          value={status}
          onChange={({ target }) => setQuery({ status: target.value, offset: "" })}
        />
      </div>
      <RangeFields from={from} to={to} onChange={(days) => setQuery({ ...days, offset: "" })} />
    </div>
  );
}

function Words({ q, placeholder }: { q: string; placeholder: string }) {
  const { setQuery } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  function search(event: FormEvent) {
    event.preventDefault();
    setQuery({ q: field.current?.value.trim(), offset: "" });
  }
  return (
    <form onSubmit={search} className="max-lg:col-span-2">
      <TextField
        ref={field}
        type="search"
        label="Search"
        defaultValue={q}
        maxLength={longestKeyword}
        enterKeyHint="search"
        placeholder={placeholder}
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
  );
}
