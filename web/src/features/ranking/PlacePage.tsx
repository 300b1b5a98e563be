import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Schemas } from "@/api/client";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { formatClock } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader, Stat } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { myRanking } from "./api";
import { t } from "./texts";

type Mine = Schemas["RankingMine"];

/** /account/performer/ranking: where a performer stands and why: what was measured, and what the formula made of it. Only they see it. */
export default function PlacePage() {
  useTitle(t("My place"));
  const mine = useQuery(myRanking());
  return (
    <>
      <PageHeader
        title={t("My place")}
        actions={
          <LinkButton href={paths.ranking()} variant="outline">
            {t("The formula")}
          </LinkButton>
        }
      >
        {t("Where lists show you, and why. Nobody but you sees this.")}
      </PageHeader>
      <Loaded query={mine} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
        {(data) => <Why mine={data} />}
      </Loaded>
    </>
  );
}

function Why({ mine }: { mine: Mine }) {
  const { place, impressions, computedAt } = mine;
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Stat
          label={t("Your place")}
          value={place.place === 0 ? "–" : whole(place.place)}
          note={place.place > 0 && t("of {count}", { count: place.of })}
        />
        <Stat label={t("Points")} value={computedAt ? whole(mine.points.score) : "–"} />
        <Stat label={t("Shown today")} value={whole(impressions)} />
      </dl>
      <Card title={t("What your points are made of")}>
        {computedAt ? <Made mine={mine} /> : <NotYet listed={place.place > 0} />}
      </Card>
      {place.isLive && (
        <p className="text-label text-fg2">
          {place.lessShown === 0
            ? t(
                "Nobody who is live now was shown less than you today: the first place that rotates is yours, unless your points bring you to the first page anyway.",
              )
            : t(
                "{count, plural, one {# of {live} who are live now was shown less than you today, and gets a place that rotates before you.} other {# of {live} who are live now were shown less than you today, and get a place that rotates before you.}}",
                { count: place.lessShown, live: place.liveNow },
              )}
        </p>
      )}
    </div>
  );
}

function NotYet({ listed }: { listed: boolean }) {
  return (
    <p className="text-body text-fg2">
      {listed
        ? t("Your points have not been counted yet. It takes five minutes at most.")
        : t(
            "Lists do not show you: your identity is not verified, or your account is switched off.",
          )}
    </p>
  );
}

function Made({ mine: { inputs, points, formula, computedAt } }: { mine: Mine }) {
  const viewers = inputs.airedMinutes > 0 ? inputs.watchedMinutes / inputs.airedMinutes : 0;
  const days = Math.floor(inputs.hours / 24);
  return (
    <div className="grid gap-3">
      <table className="w-full text-label">
        <caption className="sr-only">{t("What your points are made of")}</caption>
        <tbody>
          <Row name={t("Viewers")} points={points.watched} most={formula.watchedPoints}>
            {t(
              "{aired, plural, =0 {No public show in the last hour} one {# minute on the air in the last hour, {viewers} viewers on average} other {# minutes on the air in the last hour, {viewers} viewers on average}}",
              { aired: inputs.airedMinutes, viewers: formatNumber(viewers, 1) },
            )}
          </Row>
          <Row name={t("Favorites")} points={points.favourites} most={formula.favouritePoints}>
            {t(
              "{count, plural, =0 {Nobody has you among their favorites yet} one {# member has you among their favorites} other {# members have you among their favorites}}",
              { count: inputs.favourites },
            )}
          </Row>
          <Row name={t("New here")} points={points.new} most={formula.newPoints}>
            {points.new > 0
              ? t(
                  "{days, plural, =0 {You joined today} one {You joined # day ago} other {You joined # days ago}}",
                  { days },
                )
              : t("You have been here for more than {days} days", { days: formula.newDays })}
          </Row>
        </tbody>
      </table>
      {computedAt && (
        <p className="text-caption text-fg3">
          {t(
            "Counted at {time}, and again every {minutes} minutes. Version {version} of the formula.",
            {
              time: formatClock(computedAt),
              minutes: formula.turnMinutes,
              version: String(formula.version),
            },
          )}
        </p>
      )}
    </div>
  );
}

type RowProps = { name: string; points: number; most: number; children: ReactNode };

function Row({ name, points, most, children }: RowProps) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-3 pe-4 text-start font-normal">
        <b className="block text-fg">{name}</b>
        <span className="text-fg2">{children}</span>
      </th>
      <td className="tnum py-3 text-end align-top whitespace-nowrap">
        <b>{whole(points)}</b>{" "}
        <span className="text-fg3">{t("of {most}", { most: whole(most) })}</span>
      </td>
    </tr>
  );
}

const whole = (n: number) => formatNumber(n, 0);
