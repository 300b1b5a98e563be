import { Room } from "@/features/room/Room";
import { TipPanel } from "@/features/tips/TipPanel";
import { useHasPage } from "./menus";
import { paths } from "./paths";

/** A performer's room. Features do not know each other: the tip panel is put into the room here. */
export default function RoomPage() {
  const hasPage = useHasPage();
  const topUp = paths.user.fundsTokens();
  return (
    <Room tipPanel={(tip) => <TipPanel {...tip} topUp={hasPage(topUp) ? topUp : undefined} />} />
  );
}
