import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { cardsOf } from "./onAir";
import { t } from "./texts";

/** /account/performer/goals: what my room collects for, and what I offer for tips. */
export default function GoalsPage() {
  useTitle(t("Goals and tip menu"));
  return (
    <>
      <PageHeader title={t("Goals and tip menu")}>
        {t("What your room collects for, and what you do for a tip. Changes hold at once.")}
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-2">{cardsOf("goals")}</div>
    </>
  );
}
