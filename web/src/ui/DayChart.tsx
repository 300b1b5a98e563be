import { useEffect, useRef } from "react";
import { formatTokens } from "@/lib/format";
import type { DayValue } from "./plot";
import { t } from "./texts";

type DayChartProps = {
  days: readonly DayValue[];
  /** What the chart shows. */
  title: string;
  /** What a bar counts. */
  unit: string;
  /** In pixels. */
  height?: number;
};

/** Days as bars, and the same as a table for who cannot see them. */
export function DayChart({ days, title, unit, height = 260 }: DayChartProps) {
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
  }, [days, height]);

  return (
    <>
      <div ref={frame} aria-hidden style={{ minHeight: height }} />
      {/* Around the table: one that is hidden itself keeps its height, and the page would end far below. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Day")}</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, value }) => (
              <tr key={day}>
                <td>{day}</td>
                <td>{formatTokens(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
