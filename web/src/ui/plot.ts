import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatCompact } from "@/lib/format";
import { formatDay } from "@/lib/time";

/** What there was on a day, YYYY-MM-DD. */
export type DayValue = { day: string; value: number };

// A bar stands in the middle of its day: half a day before the first, and after the last.
const halfDay = 12 * 60 * 60;
const wholeDays = (_: uPlot, first: number, last: number): [number, number] => [
  first - halfDay,
  last + halfDay,
];

const wholeSteps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((zeros) =>
  [1, 2, 5].map((digit) => digit * 10 ** zeros),
);

/** Draws bars into an element in the theme's colours, follows its width, and answers with the way to end it. */
export function plot(element: HTMLElement, days: readonly DayValue[], height: number): () => void {
  // Where nothing can be drawn, the table beside it says the same.
  if (document.createElement("canvas").getContext("2d") === null) return () => {};
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const [text, line, bar] = [colour("--text-3"), colour("--line"), colour("--brand-ink")];
  const axis = {
    stroke: text,
    font: "12px Figtree Variable, system-ui, sans-serif",
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.6, 28], radius: 0.2 });
  const chart = new uPlot(
    {
      width: element.clientWidth || 600,
      height,
      legend: { show: false },
      cursor: { y: false, points: { show: false } },
      scales: {
        x: { time: true, range: wholeDays },
        y: { range: (_, __, most) => [0, Math.max(10, most * 1.1)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          values: (_, ticks) => ticks.map((tick) => formatDay(tick * 1000)),
          space: 64,
        },
        // Whole numbers alone: rounded to them, 2.5 and 7.5 were written 2 and 7.
        {
          ...axis,
          size: 56,
          incrs: wholeSteps,
          values: (_, ticks) => ticks.map((tick) => formatCompact(tick)),
        },
      ],
      series: [
        {},
        {
          fill: bar,
          stroke: bar,
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        },
      ],
    },
    [days.map(({ day }) => Date.parse(`${day}T12:00:00`) / 1000), days.map(({ value }) => value)],
    element,
  );
  const watch = new ResizeObserver(() => {
    chart.setSize({ width: element.clientWidth, height });
  });
  watch.observe(element);
  return () => {
    watch.disconnect();
    chart.destroy();
  };
}
