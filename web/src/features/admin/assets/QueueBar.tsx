import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { Button } from "@/ui/Button";

type QueueBarProps = {
  /** Counted from 1. */
  place: number;
  total: number;
  isOnly: boolean;
  onPrevious: () => void;
  onNext: () => void;
};

/** Where in the queue this one is, and the way to its neighbours. */
export function QueueBar({ place, total, isOnly, onPrevious, onNext }: QueueBarProps) {
  return (
    <nav aria-label="Queue" className="mb-4 flex items-center gap-2">
      <p className="tnum mr-auto text-label font-semibold">
        {total === 1
          ? "The only one that waits"
          : `${formatNumber(place, 0)} of ${formatNumber(total, 0)} that wait`}
      </p>
      <Button size="sm" variant="outline" disabled={isOnly} onClick={onPrevious}>
        <ChevronLeft size={16} aria-hidden />
        <span className="max-sm:sr-only">Previous</span>
      </Button>
      <Button size="sm" variant="outline" disabled={isOnly} onClick={onNext}>
        <span className="max-sm:sr-only">Next</span>
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
