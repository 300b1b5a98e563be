import { paths } from "@/app/paths";
import { lastThirtyDays, rangeOf, zoneName } from "@/lib/range";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { RangeFields } from "@/ui/RangeFields";
import { Tabs } from "@/ui/Tabs";
import { useSearch } from "@/ui/useAddress";
import { AccountsCard } from "./AccountsCard";
import { DefaultsCard } from "./DefaultsCard";
import { HistoryTable } from "./HistoryTable";
import { Simulator } from "./Simulator";
import { t } from "./texts";

const tabs = () =>
  [
    { id: "rates", label: t("Rates") },
    { id: "history", label: t("History") },
    { id: "simulator", label: t("Simulator") },
  ] as const;

/** /admin/commissions: what the site keeps, of everybody and of some, since when and by whom. */
export default function AdminCommissionsPage() {
  useTitle(t("Commissions"));
  const [query, setQuery] = useSearch(paths.admin.commissions);
  const tab = tabs().find(({ id }) => id === query.tab)?.id ?? "rates";
  const usual = lastThirtyDays(Date.now());
  const days = { from: query.from || usual.from, to: query.to || usual.to };
  return (
    <>
      <PageHeader title={t("Commissions")}>
        {t("What the site keeps. A change holds from now on; what was earned keeps its rates.")}
      </PageHeader>
      <Tabs
        label={t("Commissions")}
        tabs={tabs()}
        selected={tab}
        onSelect={(id) => setQuery({ tab: id === "rates" ? "" : id, changes: "" })}
      >
        {tab === "rates" && (
          <div className="grid gap-5">
            <DefaultsCard />
            <AccountsCard />
          </div>
        )}
        {tab === "history" && <HistoryTable who="admin" account={query.account ?? ""} />}
        {tab === "simulator" && (
          <>
            <div className="mb-3 grid max-w-md grid-cols-2 gap-3">
              <RangeFields {...days} onChange={setQuery} />
            </div>
            <p className="mb-5 text-caption text-fg3">
              {t("Days are those of your time zone, {zone}.", { zone: zoneName() })}
            </p>
            <Simulator who="admin" range={rangeOf(days)} />
          </>
        )}
      </Tabs>
    </>
  );
}
