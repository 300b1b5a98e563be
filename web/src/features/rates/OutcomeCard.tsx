import { FlaskConical } from "lucide-react";
import { cx } from "@/lib/cx";
import { formatNumber } from "@/lib/format";
import { kindName } from "@/money/kinds";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import type { KindOutcome, Looker, Outcome } from "./api";
import { t } from "./texts";

/** Which part of a split the looker gets. */
const mine = { performer: "net", studio: "studioNet", admin: "siteFee" } as const;
type OutcomeCardProps = { who: Looker; outcome: Outcome | undefined; isPending: boolean };

/** What was beside what would have been. */
export function OutcomeCard({ who, outcome, isPending }: OutcomeCardProps) {
  const part = mine[who];
  return (
    <Card flush title={t("What it would have been")}>
      {isPending && <Skeleton alone className="mx-4 mb-4 h-40 rounded-md lg:mx-5" />}
      {!isPending && !outcome && (
        <EmptyState title={t("Nothing calculated yet")} icon={<FlaskConical aria-hidden />}>
          {t("Choose a period and other rates, then press Calculate.")}
        </EmptyState>
      )}
      {!isPending && outcome && (
        <div aria-live="polite">
          <p className="px-4 pb-4 text-body lg:px-5">
            {t.rich(
              "{who, select, performer {You} studio {The studio} other {The site}} had <b>{was}</b> of {gross} tokens in {count, plural, one {# income} other {# incomes}}, and would have had <b>{wouldBe}</b>: {difference}.",
              {
                who,
                was: formatNumber(outcome.was[part]),
                gross: formatNumber(outcome.was.gross),
                count: outcome.count,
                wouldBe: formatNumber(outcome.wouldBe[part]),
                difference: <Difference of={outcome.wouldBe[part] - outcome.was[part]} />,
                b: (words) => <strong className="tnum">{words}</strong>,
              },
            )}
            {who === "admin" &&
              ` ${t("As if these rates had held for everybody, also for who has others.")}`}
          </p>
          <DataTable
            label={t("What it would have been")}
            columns={columns(part)}
            rows={outcome.byKind}
            rowKey={({ kind }) => kind}
            empty={<EmptyState title={t("Nothing was earned in this time")} />}
          />
        </div>
      )}
    </Card>
  );
}

function Difference({ of }: { of: number }) {
  return (
    <strong className={cx("tnum", of > 0 && "text-ok-ink", of < 0 && "text-danger-ink")}>
      {of < 0 ? "−" : "+"}
      {formatNumber(Math.abs(of))}
    </strong>
  );
}

function columns(part: (typeof mine)[Looker]): Column<KindOutcome>[] {
  return [
    { id: "kind", header: t("Income"), cell: ({ kind }) => kindName(kind) },
    { id: "was", header: t("Was"), numeric: true, cell: ({ was }) => formatNumber(was[part]) },
    {
      id: "would",
      header: t("Would be"),
      numeric: true,
      cell: ({ wouldBe }) => <strong>{formatNumber(wouldBe[part])}</strong>,
    },
    {
      id: "difference",
      header: t("Difference"),
      numeric: true,
      cell: ({ was, wouldBe }) => <Difference of={wouldBe[part] - was[part]} />,
    },
  ];
}
