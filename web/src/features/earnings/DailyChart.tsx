import { useEffect, useRef } from "react";
import { formatNumber } from "@/lib/format";
import type { Day } from "./api";
import { t } from "./texts";

const height = 260;

/** Net earnings by day as bars, and the same as a table for who cannot see them. */
export function DailyChart({ days }: { days: readonly Day[] }) {
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let gone = false;
    let stop = () => {};
    // The plotting library is fetched with the first chart, not with the page.
    import("./plot").then(({ plot }) => {
      if (!gone) stop = plot(element, days, height);
    });
    return () => {
      gone = true;
      stop();
    };
  }, [days]);

  return (
    <>
      <div ref={frame} aria-hidden style={{ minHeight: height }} />
      <table className="sr-only">
        <caption>{t("Daily earnings")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Day")}</th>
            <th scope="col">{t("Net tokens")}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, net }) => (
            <tr key={day}>
              <td>{day}</td>
              <td>{formatNumber(net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
