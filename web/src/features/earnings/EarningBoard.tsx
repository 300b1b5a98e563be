import { Download, X } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { lastThirtyDays, type Range, rangeOf } from "@/lib/range";
import { incomeOptions } from "@/money/kinds";
import { useLabels, useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { buttonClass } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { Select } from "@/ui/Field";
import { Period } from "@/ui/Period";
import { Tabs } from "@/ui/Tabs";
import { useSearch } from "@/ui/useAddress";
import { type Choice, type Earner, exportOf } from "./api";
import { DailyCard } from "./DailyCard";
import { EarningsTable } from "./EarningsTable";
import { KindTable } from "./KindTable";
import { PerformersTable } from "./PerformersTable";
import { Sums } from "./Sums";
import { t } from "./texts";

const tabs = () =>
  [
    { id: "income", label: t("Income") },
    { id: "rates", label: t("Rates") },
    { id: "simulator", label: t("Simulator") },
  ] as const;

type EarningBoardProps = {
  who: Earner;
  /** The panel of the rates. */
  rates: ReactNode;
  /** The panel that tries other rates on the incomes of a time. */
  simulator: (range: Range) => ReactNode;
  /** What to do when nothing was earned. */
  next: ReactNode;
  children: ReactNode;
};

/** What somebody earned in a time, 30 days unless told. The address holds what is chosen. */
export function EarningBoard({ who, rates, simulator, next, children }: EarningBoardProps) {
  useTitle(t("Earnings"));
  const [query, setQuery] = useSearch(paths.performer.earning);
  const usual = lastThirtyDays(Date.now());
  const days = { from: query.from || usual.from, to: query.to || usual.to };
  const { type = "", member = "" } = query;
  const choice = { range: rangeOf(days), type, member };
  const tab = tabs().find(({ id }) => id === query.tab)?.id ?? "income";
  return (
    <>
      <PageHeader
        title={t("Earnings")}
        actions={
          tab === "income" && (
            <a href={exportOf(who, choice)} download className={buttonClass("outline")}>
              <Download size={17} aria-hidden />
              {t("CSV")}
            </a>
          )
        }
      >
        {children} <ChargebackTerms who={who} />
      </PageHeader>
      <Tabs
        label={t("Earnings")}
        tabs={tabs()}
        selected={tab}
        onSelect={(id) => setQuery({ tab: id === "income" ? "" : id, offset: "" })}
      >
        {tab !== "rates" && (
          <Period
            days={days}
            onChange={(chosen) => setQuery({ ...chosen, offset: "", models: "" })}
          />
        )}
        {tab === "income" && (
          <div className="grid gap-5">
            <Narrow type={type} member={member} />
            <Sums who={who} choice={choice} />
            <DailyCard who={who} choice={choice} />
            <KindTable who={who} choice={choice} />
            {who === "studio" && <PerformersTable choice={choice} />}
            <EarningsTable who={who} choice={choice} next={next} />
          </div>
        )}
        {tab === "rates" && rates}
        {tab === "simulator" && simulator(choice.range)}
      </Tabs>
    </>
  );
}

/** Who loses what is earned now when a member's payment is taken back; what was earned keeps its own terms. */
function ChargebackTerms({ who }: { who: Earner }) {
  const { chargebackBearer } = useSettings();
  const { model } = useLabels();
  if (chargebackBearer === "house") {
    return (
      <>
        {t(
          "When a member's payment is taken back, the site bears it: what you earn now stays yours.",
        )}
      </>
    );
  }
  return (
    <>
      {who === "studio"
        ? t(
            "When a member's payment is taken back, what you earned by it now and were not paid yet is taken back too, from you and from the {model}.",
            { model: model.toLowerCase() },
          )
        : t(
            "When a member's payment is taken back, what you earned by it now and were not paid yet is taken back too, from you and from your studio.",
          )}
    </>
  );
}

function Narrow({ type, member }: Pick<Choice, "type" | "member">) {
  const [query, setQuery] = useSearch(paths.performer.earning);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <span className="w-48">
        <Select
          label={t("Kind")}
          placeholder={t("All kinds")}
          options={incomeOptions()}
          value={type}
          onChange={(event) => setQuery({ type: event.target.value, offset: "", models: "" })}
        />
      </span>
      {member && (
        <Chip
          selected
          onClick={() => setQuery({ member: "", name: "", offset: "", models: "" })}
          aria-label={t("Show everybody, not only {name}", { name: query.name || member })}
        >
          {t("Only {name}", { name: query.name || member })}
          <X size={15} aria-hidden />
        </Chip>
      )}
    </div>
  );
}
