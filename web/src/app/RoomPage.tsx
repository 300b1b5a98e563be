import { CalendarRange } from "lucide-react";
import { Room } from "@/features/room/Room";
import type { Shelf } from "@/features/room/roomParts";
import { LazySchedulePanel } from "@/features/schedules/LazySchedulePanel";
import { LazyItemsPanel } from "@/features/store/LazyItemsPanel";
import { kindIcons } from "@/store/kindIcons";
import { itemTypes, wordsOf } from "@/store/kinds";
import { LinkButton } from "@/ui/Button";
import { paths } from "./paths";
import { StatusPage } from "./StatusPage";
import { useSlots } from "./slots";
import { t } from "./texts";
import { WayIn } from "./WayIn";

export { beginWatch } from "@/features/room/early";

/** What she sells, a tab each, and when she is usually live. */
const shelves = (): readonly Shelf[] => [
  {
    id: "schedule",
    label: t("Schedule"),
    icon: CalendarRange,
    has: () => true,
    panel: (performer) => <LazySchedulePanel performer={performer} />,
  },
  ...itemTypes.map((type): Shelf => {
    const { place } = wordsOf()[type];
    return {
      id: place,
      label: wordsOf()[type].many,
      icon: kindIcons[type],
      has: (performer) => performer[place].length > 0,
      panel: (performer) => <LazyItemsPanel type={type} performer={performer} />,
    };
  }),
];

/** A performer's room, with what other features put into it. */
export default function RoomPage() {
  const { topUp, ...slots } = useSlots();
  return (
    <Room
      {...slots}
      shelves={shelves()}
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
