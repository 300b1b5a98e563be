import BroadcastPage from "@/features/broadcast/BroadcastPage";
import { cardsOf } from "./onAir";

/** A performer's stage. Features do not know each other: her goals, menu and wheel are put beside it here. */
export default function LivePage() {
  const goals = cardsOf("goals");
  return (
    <BroadcastPage
      goals={goals && <div className="grid gap-4">{goals}</div>}
      wheel={cardsOf("wheel")}
    />
  );
}
