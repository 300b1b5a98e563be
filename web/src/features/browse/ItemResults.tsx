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
import { t } from "./texts";
import { Where } from "./Where";

const leads = (): Readonly<Record<ItemType, string>> => ({
  gallery: t("Photos to keep, sold by those who made them."),
  video: t("To be watched as often as you like, sold by those who made them."),
  product: t("Things that are sent to you, and files to download."),
});

/** What is sold of a kind and fits the address: words, category, tag, and the order. */
export function ItemResults({ type }: { type: ItemType }) {
  const { many } = wordsOf()[type];
  const slug = useParamAt(paths.category);
  const [query, setQuery] = useSearch(paths.cams);
  const known = useQuery(categories());
  const category = slug ?? query.category;
  const named = known.data?.find(({ slug }) => slug === category)?.name;
  const q = keywordOf(query) || undefined;
  const title = q
    ? t(
        "{type, select, gallery {Galleries with “{q}”} video {Videos with “{q}”} other {Products with “{q}”}}",
        { type, q },
      )
    : named
      ? t(
          "{type, select, gallery {{category} galleries} video {{category} videos} other {{category} products}}",
          { type, category: named },
        )
      : many;
  useTitle(title);
  const isFiltered = Boolean(q || query.category || query.tags);
  return (
    <div className="mx-auto max-w-[1720px] px-4 py-6 pb-12 lg:px-8">
      <PageHeader title={title}>{leads()[type]}</PageHeader>
      <Where />
      <div className="mb-5 flex flex-wrap items-center gap-2.5 [&>div]:w-[calc(50%-5px)] sm:[&>div]:w-44">
        {slug === undefined && (
          <Select
            label={t("Category")}
            hideLabel
            placeholder={t("Any category")}
            options={(known.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
            value={query.category ?? ""}
            onChange={({ target }) => setQuery({ category: target.value })}
          />
        )}
        <Select
          label={t("Order")}
          hideLabel
          placeholder={t("Latest first")}
          options={[{ value: "popular", label: t("Most bought") }]}
          value={query.order ?? ""}
          onChange={({ target }) => setQuery({ order: target.value })}
        />
        {query.tags && (
          <Chip
            selected
            aria-label={t("Tag {tags}. Take it off", { tags: query.tags })}
            onClick={() => setQuery({ tags: "" })}
          >
            #{query.tags}
            <X size={15} aria-hidden />
          </Chip>
        )}
      </div>
      <LoadFailure query={known} what={t("The categories")} />
      <h2 className="sr-only">{t("Results")}</h2>
      <ItemGrid
        type={type}
        label={t("Results")}
        search={{
          q,
          category,
          tag: query.tags,
          sort: query.order === "popular" ? "popular" : "newest",
        }}
        empty={
          <EmptyState
            title={t(
              "{type, select, gallery {No galleries found} video {No videos found} other {No products found}}",
              { type },
            )}
            icon={<SearchX aria-hidden />}
            action={
              isFiltered && (
                <Button onClick={() => setQuery({ q: "", category: "", tags: "" })}>
                  {t(
                    "{type, select, gallery {Show all galleries} video {Show all videos} other {Show all products}}",
                    { type },
                  )}
                </Button>
              )
            }
          >
            {isFiltered ? t("Nothing fits all of this at the moment.") : t("Nobody sells any yet.")}
          </EmptyState>
        }
      />
    </div>
  );
}
