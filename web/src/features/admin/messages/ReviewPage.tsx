import { paths } from "@/app/paths";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { Tabs } from "@/ui/Tabs";
import { useGo, useSearch } from "@/ui/useAddress";
import { HeldList } from "./HeldList";
import { ReportList } from "./ReportList";
import { t } from "./texts";

const tabs = () => [
  { id: "held" as const, label: t("Held messages") },
  { id: "reports" as const, label: t("Reports") },
];

/** /admin/messages: messages that wait to be let go, and what was reported of conversations. */
export default function ReviewPage() {
  useTitle(t("Message reviews"));
  const [query] = useSearch(paths.admin.messages);
  const go = useGo();
  const shown = query.tab === "reports" ? "reports" : "held";
  return (
    <>
      <PageHeader title={t("Message reviews")}>
        {t(
          "What people report is here, and what waits: links of members who never bought anything, and photos that are sold.",
        )}
      </PageHeader>
      <Tabs
        label={t("Message reviews")}
        tabs={tabs()}
        selected={shown}
        onSelect={(tab) => go(paths.admin.messages({ tab }))}
      >
        {shown === "held" ? <HeldList /> : <ReportList />}
      </Tabs>
    </>
  );
}
