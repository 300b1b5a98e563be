import { SeatPage } from "@/features/group/SeatPage";
import { useSlots } from "./slots";

/** A member's seat in a group show, with what other features put into it. */
export default function GroupSeatPage() {
  const { topUp, tipPanel } = useSlots();
  return <SeatPage topUp={topUp} tipPanel={tipPanel} />;
}
