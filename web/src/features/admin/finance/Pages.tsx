import { ChevronRight } from "lucide-react";
import { Button } from "@/ui/Button";
import { useAddress } from "@/ui/useAddress";

type PagesProps = {
  /** What of the address says where the page begins. */
  name: string;
  isFirst: boolean;
  /** Where the next page begins; empty when this is the last. */
  next: string | undefined;
  first: string;
  more: string;
};

/** Moves on page by page. Going back is the browser's: each page is an address. */
export function Pages({ name, isFirst, next, first, more }: PagesProps) {
  const { query, pathname, go } = useAddress();
  if (isFirst && !next) return null;
  const at = (begin: string) => {
    const there = new URLSearchParams(query);
    if (begin) there.set(name, begin);
    else there.delete(name);
    return go(there.size === 0 ? pathname : `${pathname}?${there}`);
  };
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 px-4 py-3">
      {!isFirst && (
        <Button variant="outline" onClick={() => at("")}>
          {first}
        </Button>
      )}
      <Button variant="outline" disabled={!next} onClick={() => at(next ?? "")}>
        {more}
        <ChevronRight size={18} aria-hidden />
      </Button>
    </nav>
  );
}
