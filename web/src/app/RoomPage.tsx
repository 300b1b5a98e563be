import { LazyGoalBar } from "@/features/goals/LazyGoalBar";
import { Room } from "@/features/room/Room";
import type { Shelf } from "@/features/room/roomParts";
import { LazyItemsPanel } from "@/features/store/LazyItemsPanel";
import { LazyTipPanel } from "@/features/tips/LazyTipPanel";
import { LazySpinPanel } from "@/features/wheel/LazySpinPanel";
import { kindIcons } from "@/store/kindIcons";
import { itemTypes, wordsOf } from "@/store/kinds";
import { LinkButton } from "@/ui/Button";
import { paths } from "./paths";
import { StatusPage } from "./StatusPage";
import { t } from "./texts";
import { useHasPage } from "./useHasPage";
import { WayIn } from "./WayIn";

export { beginWatch } from "@/features/room/early";

/** What she sells, a tab each. */
const shelves: readonly Shelf[] = itemTypes.map((type) => {
  const { place } = wordsOf[type];
  return {
    id: place,
    get label() {
      return wordsOf[type].many;
    },
    icon: kindIcons[type],
    has: (performer) => performer[place].length > 0,
    panel: (performer) => <LazyItemsPanel type={type} performer={performer} />,
  };
});

/** A performer's room. Features do not know each other: the tip panel, the wheel and the goal are put into the room here. */
export default function RoomPage() {
  const hasPage = useHasPage();
  const tokens = paths.user.fundsTokens();
  const topUp = hasPage(tokens) ? tokens : undefined;
  return (
    <Room
      tipPanel={(tip) => <LazyTipPanel {...tip} topUp={topUp} />}
      wheelPanel={(wheel) => <LazySpinPanel {...wheel} topUp={topUp} />}
      goalBar={(goal) => <LazyGoalBar {...goal} />}
      shelves={shelves}
      actions={(action) => <WayIn {...action} topUp={topUp} />}
      missing={<NoRoom />}
    />
  );
}

function NoRoom() {
  return (
    <StatusPage
      code="404"
      title={t("This room does not exist")}
      actions={
        <>
          <LinkButton href={paths.home()} variant="brand">
            {t("See who is live")}
          </LinkButton>
          <LinkButton href={paths.searchModels()} variant="outline">
            {t("Browse everyone")}
          </LinkButton>
        </>
      }
    >
      {t("The address may be mistyped, or who was here has left.")}
    </StatusPage>
  );
}
