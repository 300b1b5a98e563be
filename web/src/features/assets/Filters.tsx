import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { paths } from "@/app/paths";
import { keywordOf, maxKeyword } from "@/lib/search";
import type { AssetStatus } from "@/store/own";
import { Chip } from "@/ui/Chip";
import { Select, TextField } from "@/ui/Field";
import { useSearch } from "@/ui/useAddress";
import { useSettled } from "@/ui/useSettled";
import type { Kind } from "./kinds";
import { t } from "./texts";
import { filters, sortings } from "./words";

type FiltersProps = { kind: Kind; status: AssetStatus | undefined };

/** State, words and order; they are part of the address. */
export function Filters({ kind, status }: FiltersProps) {
  const [query, setQuery] = useSearch(paths.performer.products);
  const asked = keywordOf(query);
  const [typed, setTyped] = useState(asked);
  const settled = useSettled(typed.trim());
  const search = useEffectEvent((words: string) => {
    if (words !== asked) setQuery({ q: words, offset: "" });
  });
  useEffect(() => search(settled), [settled]);
  // The address may lose its words elsewhere, such as by a link to all of them.
  const [known, setKnown] = useState(asked);
  if (asked !== known) {
    setKnown(asked);
    if (asked !== settled) setTyped(asked);
  }

  return (
    <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <fieldset className="noscroll -mx-4 min-w-0 flex gap-2 overflow-x-auto px-4 lg:mx-0 lg:px-0">
        <legend className="sr-only">
          {t(
            "{kind, select, gallery {Which galleries} video {Which videos} other {Which products}}",
            { kind },
          )}
        </legend>
        {filters().map((filter) => (
          <Chip
            key={filter.label}
            selected={filter.status === (status ?? "")}
            onClick={() => setQuery({ status: filter.status, offset: "" })}
          >
            {filter.label}
          </Chip>
        ))}
      </fieldset>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:max-w-xl">
        <TextField
          label={t(
            "{kind, select, gallery {Search my galleries} video {Search my videos} other {Search my products}}",
            { kind },
          )}
          hideLabel
          type="search"
          placeholder={t("Title or tag")}
          maxLength={maxKeyword}
          value={typed}
          trailing={
            <span className="grid w-12 place-items-center text-fg3">
              <Search size={18} aria-hidden />
            </span>
          }
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select
          label={t("Order")}
          hideLabel
          options={sortings()}
          value={query.sortBy ?? ""}
          onChange={({ target }) => setQuery({ sortBy: target.value, offset: "" })}
        />
      </div>
    </div>
  );
}
