import { useQuery } from "@tanstack/react-query";
import { SearchX, X } from "lucide-react";
import { categories } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { GalleryGrid } from "@/store/GalleryGrid";
import { Button } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { Select } from "@/ui/Field";
import { EmptyState, LoadFailure } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { longestKeyword } from "./filters";
import { Where } from "./Where";

/** The galleries that fit the address: words, category, tag, and the order. */
export function GalleryResults() {
  const { params, query, setQuery } = useAddress();
  const known = useQuery(categories());
  const category = params.slug ?? query.category;
  const named = known.data?.find(({ slug }) => slug === category)?.name;
  const q = query.q?.slice(0, longestKeyword);
  const title = q ? `Galleries with “${q}”` : `${named ? `${named} galleries` : "Galleries"}`;
  useTitle(title);
  const isFiltered = Boolean(q || query.category || query.tags);
  return (
    <div className="mx-auto max-w-[1720px] px-4 py-6 pb-12 lg:px-8">
      <PageHeader title={title}>Photos to keep, sold by those who made them.</PageHeader>
      <Where />
      <div className="mb-5 flex flex-wrap items-center gap-2.5 [&>div]:w-[calc(50%-5px)] sm:[&>div]:w-44">
        {params.slug === undefined && (
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
      <GalleryGrid
        label="Results"
        search={{
          q,
          category,
          tag: query.tags,
          sort: query.order === "popular" ? "popular" : "newest",
        }}
        empty={
          <EmptyState
            title="No gallery found"
            icon={<SearchX aria-hidden />}
            action={
              isFiltered && (
                <Button onClick={() => setQuery({ q: "", category: "", tags: "" })}>
                  Show all galleries
                </Button>
              )
            }
          >
            {isFiltered ? "Nothing fits all of this at the moment." : "Nobody sells one yet."}
          </EmptyState>
        }
      />
    </div>
  );
}
