import { paths } from "@/app/paths";
import { keywordOf } from "@/lib/search";
import { Select } from "@/ui/Field";
import { RangeFields } from "@/ui/RangeFields";
import { SearchField } from "@/ui/SearchField";
import { useFilters } from "@/ui/useList";
import { t } from "./texts";
import { statuses } from "./words";

/** Narrows a list of orders by words, status and days, which the address holds. */
export function OrderFilters({ placeholder }: { placeholder: string }) {
  const [query, choose] = useFilters(paths.user.orders);
  const { status = "", from, to } = query;
  return (
    <div className="grid grid-cols-2 gap-3 px-4 pt-4 pb-3 lg:grid-cols-[minmax(0,1fr)_170px_170px_170px]">
      <SearchField
        q={keywordOf(query)}
        placeholder={placeholder}
        className="max-lg:col-span-2"
        onSearch={(words) => choose({ q: words })}
      />
      <div className="max-lg:col-span-2">
        <Select
          label={t("Status")}
          placeholder={t("All")}
          options={statuses()}
          value={status}
          onChange={({ target }) => choose({ status: target.value })}
        />
      </div>
      <RangeFields from={from} to={to} onChange={choose} />
    </div>
  );
}
