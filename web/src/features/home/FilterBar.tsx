import { useQuery } from "@tanstack/react-query";
import {
  Crown,
  Flame,
  Lock,
  type LucideIcon,
  SlidersHorizontal,
  Sparkles,
  Users,
} from "lucide-react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import type { Search } from "@/performers/api";
import { categories, useLabels } from "@/settings/api";
import { LinkButton } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { LoadFailure } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { t } from "./texts";

type Filter = { id: string; label: (models: string) => string; icon: LucideIcon; search: Search };

const filters: readonly Filter[] = [
  { id: "", label: () => t("All"), icon: Flame, search: {} },
  { id: "new", label: () => t("New"), icon: Sparkles, search: { sortBy: "newest" } },
  {
    id: "vip",
    label: (models) => t("Vip {models}", { models }),
    icon: Crown,
    search: { vip: "true" },
  },
  {
    id: "group",
    label: () => t("Group Chat"),
    icon: Users,
    search: { streamingStatus: "group" },
  },
  {
    id: "private",
    label: () => t("Private"),
    icon: Lock,
    search: { streamingStatus: "private" },
  },
];

/** What the page's address asks for: one of the filters, and perhaps a category. */
export function searchOf(query: { show?: string; category?: string }): Search {
  const filter = filters.find(({ id }) => id === (query.show ?? ""));
  return { ...filter?.search, category: query.category };
}

/** The filters and the categories, in one row that stays in sight. */
export function FilterBar({ total }: { total: number | undefined }) {
  const [query, setQuery] = useSearch(paths.home);
  const { models } = useLabels();
  const known = useQuery(categories());
  const list = known.data ?? [];
  const shown = query.show ?? "";
  return (
    <div className="sticky top-[calc(var(--header)+env(safe-area-inset-top))] z-20 bg-bg/90 backdrop-blur-xl">
      <div className="flex items-center lg:gap-3 lg:px-8">
        <div className="noscroll flex min-w-0 flex-1 items-center gap-2 overflow-x-auto px-4 py-3 lg:[mask-image:linear-gradient(90deg,#000_94%,transparent)] lg:rtl:[mask-image:linear-gradient(-90deg,#000_94%,transparent)] lg:px-0 lg:py-4">
          {filters.map(({ id, label, icon: Icon }) => (
            <Chip
              key={id}
              selected={shown === id && (id !== "" || query.category === undefined)}
              onClick={() =>
                setQuery({ show: id, pages: undefined, ...(id === "" && { category: undefined }) })
              }
            >
              <Icon size={16} aria-hidden />
              {label(models)}
              {id === "" && total !== undefined && (
                <span className="tnum font-medium opacity-70">{total}</span>
              )}
            </Chip>
          ))}
          {list.length > 0 && <i aria-hidden className="mx-1 h-6 w-px shrink-0 bg-line2" />}
          {list.map(({ _id, name, slug }) => (
            <button
              key={_id}
              type="button"
              aria-pressed={query.category === slug}
              onClick={() =>
                setQuery({ category: query.category === slug ? undefined : slug, pages: undefined })
              }
              className={cx(
                "h-11 shrink-0 rounded-full px-4 text-label font-semibold transition-colors",
                query.category === slug ? "bg-fg text-bg" : "text-fg2 hover:bg-s2 hover:text-fg",
              )}
            >
              {name}
            </button>
          ))}
        </div>
        <LinkButton href={paths.searchModels()} variant="outline" className="max-lg:hidden">
          <SlidersHorizontal size={16} aria-hidden />
          {t("Filters")}
        </LinkButton>
      </div>
      <div className="empty:hidden lg:px-4">
        <LoadFailure query={known} what={t("Categories")} inset />
      </div>
    </div>
  );
}
