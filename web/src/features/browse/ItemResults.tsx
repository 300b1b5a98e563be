import { useQuery } from "@tanstack/react-query";
import { SearchX, X } from "lucide-react";
import { paths } from "@/app/paths";
import { keywordOf } from "@/lib/search";
import { categories } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { ItemGrid } from "@/store/ItemGrid";
import { type ItemType, wordsOf } from "@/store/kinds";
import { Button } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { Select } from "@/ui/Field";
import { EmptyState, LoadFailure } from "@/ui/States";
import { useParamAt, useSearch } from "@/ui/useAddress";
import { Where } from "./Where";

const leads: Readonly<Record<ItemType, string>> = {
  gallery: "Photos to keep, sold by those who made them.",
  video: "To be watched as often as you like, sold by those who made them.",
  product: "Things that are sent to you, and files to download.",
};

/** What is sold of a kind and fits the address: words, category, tag, and the order. */
export function ItemResults({ type }: { type: ItemType }) {
  const { place, many } = wordsOf[type];
  const slug = useParamAt(paths.category);
  const [query, setQuery] = useSearch(paths.cams);
  const known = useQuery(categories());
  const category = slug ?? query.category;
  const named = known.data?.find(({ slug }) => slug === category)?.name;
  const q = keywordOf(query) || undefined;
  const title = q ? `${many} with “${q}”` : named ? `${named} ${place}` : many;
  useTitle(title);
  const isFiltered = Boolean(q || query.category || query.tags);
  return (
    <div className="mx-auto max-w-[1720px] px-4 py-6 pb-12 lg:px-8">
      <PageHeader title={title}>{leads[type]}</PageHeader>
      <Where />
      <div className="mb-5 flex flex-wrap items-center gap-2.5 [&>div]:w-[calc(50%-5px)] sm:[&>div]:w-44">
        {slug === undefined && (
          <Select
            label="Category"
            hideLabel
            placeholder="Any category"
            options={(known.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
            value={query.category ?? ""}
            onChange={({ target }) => setQuery({ category: target.value })}
          />
        )}
        <Select
          label="Order"
          hideLabel
          placeholder="Latest first"
          options={[{ value: "popular", label: "Most bought" }]}
          value={query.order ?? ""}
          onChange={({ target }) => setQuery({ order: target.value })}
        />
        {query.tags && (
          <Chip
            selected
            aria-label={`Tag ${query.tags}. Take it off`}
            onClick={() => setQuery({ tags: "" })}
          >
            #{query.tags}
            <X size={15} aria-hidden />
          </Chip>
        )}
      </div>
      <LoadFailure query={known} what="The categories" />
      <h2 className="sr-only">Results</h2>
      <ItemGrid
        type={type}
        label="Results"
        search={{
          q,
          category,
          tag: query.tags,
          sort: query.order === "popular" ? "popular" : "newest",
        }}
        empty={
          <EmptyState
            title={`No ${place} found`}
            icon={<SearchX aria-hidden />}
            action={
              isFiltered && (
                <Button onClick={() => setQuery({ q: "", category: "", tags: "" })}>
                  Show all {place}
                </Button>
              )
            }
          >
            {isFiltered ? "Nothing fits all of this at the moment." : "Nobody sells any yet."}
          </EmptyState>
        }
      />
    </div>
  );
}
