import { ChevronRight } from "lucide-react";
import { Button } from "@/ui/Button";
import { t } from "./texts";

type PagesProps = {
  isFirst: boolean;
  /** Where the next page begins; empty when this is the last. */
  next: string | undefined;
  first: string;
  more: string;
  /** Opens the page that begins there, as an address of its own; empty is the first. */
  onMove: (begin: string) => void;
};

/** Moves on page by page. Going back is the browser's: each page is an address. */
export function Pages({ isFirst, next, first, more, onMove }: PagesProps) {
  if (isFirst && !next) return null;
  return (
    <nav aria-label={t("Pages")} className="flex justify-end gap-2 px-4 py-3">
      {!isFirst && (
        <Button variant="outline" onClick={() => onMove("")}>
          {first}
        </Button>
      )}
      <Button variant="outline" disabled={!next} onClick={() => onMove(next ?? "")}>
        {more}
        <ChevronRight className="rtl:-scale-x-100" size={18} aria-hidden />
      </Button>
    </nav>
  );
}
