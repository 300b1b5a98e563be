import { formatNumber } from "@/lib/format";
import type { Formula } from "./api";
import { t } from "./texts";

/** What points are given for, in words and as the program computes it. */
export function PointRules({ formula }: { formula: Formula }) {
  const { watchedPoints, halfViewers, favouritePoints, halfFavourites, newPoints, newDays } =
    formula;
  return (
    <dl className="grid gap-4">
      <Rule
        name={t("Viewers")}
        points={watchedPoints}
        computed={`${watchedPoints} × v ÷ (v + ${halfViewers})`}
      >
        {t(
          "How many watched in each minute on the air, on average, in the last {minutes} minutes (v). {half} viewers give half of the points, and more give more, but never all.",
          { minutes: formula.measuredMinutes, half: halfViewers },
        )}
      </Rule>
      <Rule
        name={t("Favorites")}
        points={favouritePoints}
        computed={`${favouritePoints} × f ÷ (f + ${halfFavourites})`}
      >
        {t(
          "How many members have somebody among their favorites (f). {half} of them give half of the points.",
          { half: halfFavourites },
        )}
      </Rule>
      <Rule
        name={t("New here")}
        points={newPoints}
        computed={`${newPoints} × (${24 * newDays} − h) ÷ ${24 * newDays}`}
      >
        {t(
          "Who has just joined gets all of these points. They shrink with each hour (h) and are gone after {days} days.",
          { days: newDays },
        )}
      </Rule>
    </dl>
  );
}

type RuleProps = { name: string; points: number; computed: string; children: string };

function Rule({ name, points, computed, children }: RuleProps) {
  return (
    <div className="rounded-md bg-s2 p-4">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="text-fg">{name}</b>
        <span className="tnum text-label">
          {t("up to {points} points", { points: formatNumber(points, 0) })}
        </span>
      </dt>
      <dd className="mt-1">
        {children}
        <code dir="ltr" className="mt-2 block text-caption text-fg3 [overflow-wrap:anywhere]">
          {computed}
        </code>
      </dd>
    </div>
  );
}
