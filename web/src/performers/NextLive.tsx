import { Clock8 } from "lucide-react";
import { locale } from "@/i18n/locale";
import { useLanguage } from "@/i18n/useLanguage";
import { cx } from "@/lib/cx";
import { serverNow } from "@/lib/serverTime";
import { formatClock, formatDate } from "@/lib/time";
import { t } from "./texts";

const day = 24 * 3600_000;

type NextLiveProps = {
  at: string;
  /** On a narrow card, where there is room for the time alone. */
  narrow?: boolean;
};

/** "Next live: tomorrow, 22:00", by the clock of who looks. */
export function NextLive({ at, narrow = false }: NextLiveProps) {
  useLanguage();
  const when = momentOf(at, serverNow());
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <Clock8 size={13} aria-hidden className="shrink-0" />
      {narrow && (
        <span aria-hidden className="truncate md:hidden">
          {when}
        </span>
      )}
      <span className={cx("truncate", narrow && "max-md:sr-only")}>
        {t("Next live: {when}", { when })}
      </span>
    </span>
  );
}

function momentOf(at: string, now: number): string {
  const time = formatClock(at);
  const days = Math.round((midnightOf(Date.parse(at)) - midnightOf(now)) / day);
  if (days <= 0) return t("today, {time}", { time });
  if (days === 1) return t("tomorrow, {time}", { time });
  if (days < 7) {
    const weekday = new Date(at).toLocaleDateString(locale.dates, { weekday: "long" });
    return t("{weekday}, {time}", { weekday, time });
  }
  return formatDate(at);
}

function midnightOf(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
