import { paths } from "@/app/paths";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { Tabs } from "@/ui/Tabs";
import { useGo, useSearch } from "@/ui/useAddress";
import { BatchList } from "./BatchList";
import { RequestQueue } from "./RequestQueue";
import { t } from "./texts";

const tabs = () =>
  [
    { id: "requests", label: t("Requests") },
    { id: "batches", label: t("Batches") },
  ] as const;

/** /admin/payouts: who asks for money, and the files that pay it. */
export default function PayoutsPage() {
  useTitle(t("Payouts"));
  const { models } = useLabels();
  const [query] = useSearch(paths.admin.payouts);
  const go = useGo();
  const shown = query.tab === "batches" ? "batches" : "requests";
  return (
    <>
      <PageHeader title={t("Payouts")}>
        {t(
          "Approve what {models} and studios ask for, pay it in batches, and say when it is paid.",
          { models: models.toLowerCase() },
        )}
      </PageHeader>
      <Tabs
        label={t("Payouts")}
        tabs={tabs()}
        selected={shown}
        // Each list has filters of its own, so none is taken along.
        onSelect={(id) =>
          go(paths.admin.payouts(id === "batches" ? { tab: id } : {}), { replace: true })
        }
      >
        {shown === "batches" ? <BatchList /> : <RequestQueue />}
      </Tabs>
    </>
  );
}
