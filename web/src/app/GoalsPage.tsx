import { GoalsCard } from "@/features/goals/GoalsCard";
import { MenuCard } from "@/features/tips/MenuCard";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";

/** /account/performer/goals: what my room collects for, and what I offer for tips. */
export default function GoalsPage() {
  useTitle("Goals and tip menu");
  return (
    <>
      <PageHeader title="Goals and tip menu">
        What your room collects for, and what you do for a tip. Changes hold at once.
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <GoalsCard />
        <MenuCard />
      </div>
    </>
  );
}
