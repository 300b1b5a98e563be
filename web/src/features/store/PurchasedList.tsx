import { useQuery } from "@tanstack/react-query";
import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { keywordOf } from "@/lib/search";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Select } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { isBeyond, Pagination } from "@/ui/Pagination";
import { SearchField } from "@/ui/SearchField";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { useFilters, useList } from "@/ui/useList";
import { begunVideos, Continue } from "./Continue";
import { type Library, library, pageSize, type Seen } from "./library";
import { OwnedCard } from "./OwnedCard";
import { ownedColumns } from "./ownedColumns";
import { t } from "./texts";

/** How a library can be ordered: the first is the usual one. */
const orders = () =>
  [
    { value: "bought", label: t("Bought last"), sortBy: "createdAt", sort: "desc" },
    { value: "seen", label: t("Seen last"), sortBy: "lastSeenAt", sort: "desc" },
    { value: "title", label: t("By title"), sortBy: "title", sort: "asc" },
    { value: "dear", label: t("Highest price"), sortBy: "price", sort: "desc" },
    { value: "cheap", label: t("Lowest price"), sortBy: "price", sort: "asc" },
  ] as const;

type Choice = { value: "" | Seen; label: string };

/** What of it is shown, by whether I have looked at it. A product that is sent is never looked at here. */
const choices = (): Record<Library, readonly Choice[]> => ({
  galleries: [
    { value: "", label: t("All galleries") },
    { value: "never", label: t("Not opened yet") },
    { value: "seen", label: t("Opened") },
  ],
  videos: [
    { value: "", label: t("All videos") },
    { value: "begun", label: t("Begun") },
    { value: "never", label: t("Not watched yet") },
    { value: "seen", label: t("Opened") },
  ],
  products: [],
});

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
  const [query] = useSearch(paths.user.purchasedGallery);
  const order = orders().find(({ value }) => value === query.sort) ?? orders()[0];
  const q = keywordOf(query);
  const seen = choices()[kind].find(({ value }) => value !== "" && value === query.seen)?.value;
  const isWhole = q === "" && !seen;
  const [list, place] = useList(
    paths.user.purchasedGallery,
    (offset) =>
      library(kind, { q, seen: seen || undefined, sortBy: order.sortBy, sort: order.sort }, offset),
    { limit: pageSize },
  );
  const mayContinue = kind === "videos" && isWhole && place.offset === 0;
  const begun = useQuery({ ...begunVideos(), enabled: mayContinue });
  const goesOn = mayContinue && begun.data !== undefined && begun.data.data.length > 0;
  // Both come at once, or what comes later would push the other down. A failure keeps nothing waiting.
  const isWaiting = mayContinue && begun.isPending && begun.failureCount === 0;
  return (
    <>
      <PageHeader title={title}>{t("Yours to keep. Nobody else sees this list.")}</PageHeader>
      {(!isWhole || list.data?.total !== 0) && (
        <Tools q={q} order={order.value} seen={seen ?? ""} choices={choices()[kind]} />
      )}
      {isWaiting ? (
        <Waiting />
      ) : (
        <Loaded query={list} waiting={<Waiting />}>
          {(page) => (
            <>
              {goesOn && <Continue items={begun.data.data} />}
              {isBeyond(page) && <Waiting />}
              {page.total === 0 && !isWhole && <NoMatch />}
              {page.total === 0 && isWhole && (
                <EmptyState
                  title={t("Nothing here yet")}
                  icon={<Icon aria-hidden />}
                  action={action}
                >
                  {empty}
                </EmptyState>
              )}
              <ul data-list aria-label={title} className={cx(ownedColumns, "empty:hidden")}>
                {page.data.map((item) => (
                  <li key={item._id}>
                    <OwnedCard item={item} level={goesOn ? 3 : 2} />
                  </li>
                ))}
              </ul>
              <Pagination
                list={list}
                {...place}
                onMove={(next) => {
                  place.onMove(next);
                  scrollTo({ top: 0 });
                }}
              />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

type ToolsProps = { q: string; order: string; seen: string; choices: readonly Choice[] };

/** Words, what is shown and in which order; each change is a new first page. */
function Tools({ q, order, seen, choices }: ToolsProps) {
  const [, choose] = useFilters(paths.user.purchasedGallery);
  return (
    <div
      className={cx(
        "mb-5 grid gap-3",
        choices.length > 0
          ? "grid-cols-2 sm:grid-cols-[minmax(0,1fr)_180px_180px] [&>form]:col-span-2 sm:[&>form]:col-span-1"
          : "sm:grid-cols-[minmax(0,1fr)_200px]",
      )}
    >
      <SearchField
        q={q}
        hideLabel
        placeholder={t("Title or name")}
        onSearch={(words) => choose({ q: words })}
      />
      {choices.length > 0 && (
        <Select
          label={t("Show")}
          hideLabel
          options={choices}
          value={seen}
          onChange={({ target }) => choose({ seen: target.value })}
        />
      )}
      <Select
        label={t("Order")}
        hideLabel
        options={orders()}
        value={order}
        onChange={({ target }) =>
          choose({ sort: target.value === orders()[0].value ? "" : target.value })
        }
      />
    </div>
  );
}

function NoMatch() {
  const [, choose] = useFilters(paths.user.purchasedGallery);
  return (
    <EmptyState
      title={t("Nothing matches")}
      icon={<SearchX aria-hidden />}
      action={<Button onClick={() => choose({ q: "", seen: "" })}>{t("Show everything")}</Button>}
    >
      {t("Try fewer words, a name, or another choice.")}
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className={ownedColumns} aria-busy>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="aspect-[4/5] rounded-lg" />
      ))}
    </div>
  );
}
