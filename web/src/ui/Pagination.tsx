import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { IconButton } from "./Button";

type PaginationProps = {
  total: number;
  offset: number;
  limit: number;
  onMove: (offset: number) => void;
};

/** Moves through a list page by page; shows nothing when one page holds it all. */
export function Pagination({ total, offset, limit, onMove }: PaginationProps) {
  if (total <= limit) return null;
  const count = (n: number) => formatNumber(n, 0);
  const last = Math.min(offset + limit, total);
  return (
    <nav aria-label="Pages" className="flex items-center gap-2 px-4 py-3 text-label text-fg2">
      <span className="tnum">
        {count(offset + 1)}–{count(last)} of {count(total)}
      </span>
      <span className="ml-auto flex gap-1">
        <IconButton
          label="Previous page"
          variant="outline"
          disabled={offset === 0}
          onClick={() => onMove(Math.max(0, offset - limit))}
        >
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <IconButton
          label="Next page"
          variant="outline"
          disabled={last >= total}
          onClick={() => onMove(offset + limit)}
        >
          <ChevronRight size={18} aria-hidden />
        </IconButton>
      </span>
    </nav>
  );
}
