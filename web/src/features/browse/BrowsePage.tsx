import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { paths } from "@/app/paths";
import { Shelf } from "@/performers/Shelf";
import { usePerformers } from "@/performers/usePerformers";
import { categories, useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { typeAt } from "@/store/kinds";
import { LinkButton } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Link } from "@/ui/Link";
import { lazyPart } from "@/ui/lazyPart";
import { EmptyState } from "@/ui/States";
import { useParamAt, useSearch } from "@/ui/useAddress";
import { ClearFilters, Filters } from "./Filters";
import { countFilters, kindOf, searchOf } from "./filters";
import { t } from "./texts";
import { useOrder } from "./useOrder";
import { Where } from "./Where";

const ItemResults = lazyPart(() => import("./ItemResults").then((file) => file.ItemResults));

/** Search results, all models, one category or the VIPs: the same page at four addresses (spec §2). */
export default function BrowsePage() {
  const slug = useParamAt(paths.category);
  const [query] = useSearch(paths.cams);
  const isUnknown = useIsUnknown(slug);
  const type = typeAt(query.in);
  return type && !isUnknown ? <ItemResults key={type} type={type} /> : <Performers />;
}

function Performers() {
  const slug = useParamAt(paths.category);
  const [query] = useSearch(paths.cams);
  const { pathname } = useLocation();
  const { model, models } = useLabels();
  const title = useHeading();
  const { order } = useOrder();
  const found = usePerformers(searchOf(pathname, slug, { ...query, sortBy: order }));
  const isUnknown = useIsUnknown(slug);
  useTitle(isUnknown ? t("Category not found") : title);
  if (isUnknown) return <NoCategory />;

  return (
    <div className="mx-auto max-w-[1720px] px-4 py-6 pb-12 lg:px-8">
      <PageHeader title={title} actions={<OtherList />}>
        <span role="status">
          {found.total !== undefined
            ? t("{count, plural, one {# {model}} other {# {models}}}", {
                count: found.total,
                model: model.toLowerCase(),
                models: models.toLowerCase(),
              })
            : !found.error && t("Looking…")}
        </span>
        {order === undefined && (
          <>
            {!found.error && " · "}
            <Link href={paths.ranking()} className="underline hover:text-fg">
              {t("How they are ordered")}
            </Link>
          </>
        )}
      </PageHeader>
      {kindOf(pathname) !== "vip" && <Where />}
      <Filters total={found.total} />
      <h2 className="sr-only">{t("Results")}</h2>
      <Shelf label={t("Results")} found={found} empty={<Nobody />} />
    </div>
  );
}

// Where the header has no room for its links, the lists lead to each other.
function OtherList() {
  const { pathname } = useLocation();
  const { models } = useLabels();
  const isVip = kindOf(pathname) === "vip";
  return (
    <LinkButton
      href={isVip ? paths.searchModels() : paths.vipModels()}
      variant="outline"
      className="lg:hidden"
    >
      {isVip ? t("All {models}", { models }) : t("Vip {models}", { models })}
    </LinkButton>
  );
}

// A category that was renamed or has gone leaves its old address behind.
function useIsUnknown(slug: string | undefined): boolean {
  const list = useQuery(categories()).data;
  return slug !== undefined && list !== undefined && !list.some((one) => one.slug === slug);
}

function useHeading(): string {
  const slug = useParamAt(paths.category);
  const [query] = useSearch(paths.cams);
  const { pathname } = useLocation();
  const { models } = useLabels();
  const list = useQuery(categories()).data ?? [];
  const kind = kindOf(pathname);
  if (kind === "vip") return t("Vip {models}", { models });
  if (query.q) return t("Results for “{q}”", { q: query.q });
  if (query.tags) return `#${query.tags}`;
  return (
    list.find((category) => category.slug === (slug ?? query.category))?.name ??
    t("All {models}", { models })
  );
}

function NoCategory() {
  const { models } = useLabels();
  return (
    <div className="mx-auto max-w-[1720px] px-4 py-6 pb-12 lg:px-8">
      <PageHeader title={t("This category does not exist")}>
        {t("The address may be mistyped, or what was here has gone.")}
      </PageHeader>
      <LinkButton href={paths.searchModels()} variant="brand">
        {t("See all {models}", { models: models.toLowerCase() })}
      </LinkButton>
    </div>
  );
}

function Nobody() {
  const [query] = useSearch(paths.cams);
  const { model, models } = useLabels();
  const filtered = countFilters(query) > 0 || Boolean(query.tags);
  return (
    <EmptyState
      title={t("No {model} found", { model: model.toLowerCase() })}
      icon={<SearchX aria-hidden />}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {filtered && <ClearFilters />}
          <LinkButton href={paths.searchModels()} variant="brand">
            {t("See all {models}", { models: models.toLowerCase() })}
          </LinkButton>
        </div>
      }
    >
      {query.q
        ? t("Try a name, a tag such as “dance”, or fewer words.")
        : t("Nobody fits all of this at the moment.")}
    </EmptyState>
  );
}
