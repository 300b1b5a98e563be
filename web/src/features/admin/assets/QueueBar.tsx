import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { Button } from "@/ui/Button";
import { t } from "./texts";

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
    <nav aria-label={t("Queue")} className="mb-4 flex items-center gap-2">
      <p className="tnum me-auto text-label font-semibold">
        {total === 1
          ? t("The only one that waits")
          : t("{place} of {total} that wait", {
              place: formatNumber(place, 0),
              total: formatNumber(total, 0),
            })}
      </p>
      <Button size="sm" variant="outline" disabled={isOnly} onClick={onPrevious}>
        <ChevronLeft className="rtl:-scale-x-100" size={16} aria-hidden />
        <span className="max-sm:sr-only">{t("Previous")}</span>
      </Button>
      <Button size="sm" variant="outline" disabled={isOnly} onClick={onNext}>
        <span className="max-sm:sr-only">{t("Next")}</span>
        <ChevronRight className="rtl:-scale-x-100" size={16} aria-hidden />
      </Button>
    </nav>
  );
}
