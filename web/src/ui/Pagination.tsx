import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect } from "react";
import type { List } from "@/api/client";
import { IconButton } from "./Button";
import { t } from "./texts";

type PaginationProps = {
  /** The page that is shown, as a query answers it. */
  list: { data?: { total: number } | undefined; isPlaceholderData?: boolean };
  offset: number;
  limit: number;
  onMove: (offset: number) => void;
};

/**
 * Moves through a list page by page; shows nothing when one page holds it all. From beyond the end
 * it goes to the last page: rows may have gone meanwhile, and an address may say anything.
 */
export function Pagination({ list, offset, limit, onMove }: PaginationProps) {
  const total = list.data?.total ?? 0;
  // What stands in from another question says nothing of this one's end.
  const goesBack = total > 0 && offset >= total && !list.isPlaceholderData;
  // As long as it is beyond: two lists of one address may undo each other's first change of it.
  useEffect(() => {
    if (goesBack) onMove(Math.floor((total - 1) / limit) * limit);
  });

  if (total <= limit) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav aria-label={t("Pages")} className="flex items-center gap-2 px-4 py-3 text-label text-fg2">
      <span className="tnum">
        {t("{first}–{last} of {total}", { first: offset + 1, last, total })}
      </span>
      <span className="ms-auto flex gap-1">
        <IconButton
          label={t("Previous page")}
          variant="outline"
          disabled={offset === 0}
          onClick={() => onMove(Math.max(0, offset - limit))}
        >
          <ChevronLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={t("Next page")}
          variant="outline"
          disabled={last >= total}
          onClick={() => onMove(offset + limit)}
        >
          <ChevronRight className="rtl:-scale-x-100" size={18} aria-hidden />
        </IconButton>
      </span>
    </nav>
  );
}

/** Whether a page lies beyond its list's end, which Pagination is leaving: the list is not empty. */
export function isBeyond({ data, total }: List<unknown>): boolean {
  return data.length === 0 && total > 0;
}

/** The rows of a page; beyond the end they are still to come. */
export function rowsOf<Row>(page: List<Row> | undefined): Row[] | undefined {
  return page && !isBeyond(page) ? page.data : undefined;
}
