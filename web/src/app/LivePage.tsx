import BroadcastPage from "@/features/broadcast/BroadcastPage";
import { GoalsCard } from "@/features/goals/GoalsCard";
import { MenuCard } from "@/features/tips/MenuCard";
import { ResultList } from "@/features/wheel/ResultList";

/** A performer's stage. Features do not know each other: her goals, menu and wheel are put beside it here. */
export default function LivePage() {
  return (
    <BroadcastPage
      goals={
        <div className="grid gap-4">
          <GoalsCard />
          <MenuCard />
        </div>
      }
      wheel={<ResultList status="pending" />}
    />
  );
}
