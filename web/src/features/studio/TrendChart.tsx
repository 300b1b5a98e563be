import { formatNumber } from "@/lib/format";
import type { Trend } from "./api";
import { t } from "./texts";

/** Tokens by day as bars, or hours where earnings are not to be seen; and the same as a table for who cannot see bars. */
export function TrendChart({ days }: { days: Trend["days"] }) {
  const seesTokens = days.some(({ tokens }) => tokens !== undefined);
  const caption = seesTokens ? t("Tokens by day") : t("Hours online by day");
  const bars = days.map(({ day, tokens, hoursOnline }) => ({ day, height: tokens ?? hoursOnline }));
  const most = Math.max(...bars.map(({ height }) => height), 1);
  return (
    <>
      <div aria-hidden className="flex h-40 items-end gap-px sm:gap-0.5">
        {bars.map(({ day, height }) => (
          <span
            key={day}
            title={`${day}: ${formatNumber(height)}`}
            className="min-w-px flex-1 rounded-t-xs bg-brand"
            style={{ height: `${Math.max((height / most) * 100, height > 0 ? 2 : 0.5)}%` }}
          />
        ))}
      </div>
      <div
        aria-hidden
        className="mt-2 flex justify-between gap-4 border-t border-line pt-2 text-caption text-fg2"
      >
        <span>{days.at(0)?.day}</span>
        <span>{caption}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
      <table className="sr-only">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Day")}</th>
            {seesTokens && <th scope="col">{t("Tokens")}</th>}
            <th scope="col">{t("Hours online")}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, tokens, hoursOnline }) => (
            <tr key={day}>
              <td>{day}</td>
              {tokens !== undefined && <td>{formatNumber(tokens)}</td>}
              <td>{formatNumber(hoursOnline)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
