import { SeatPage } from "@/features/group/SeatPage";
import { LazyTipPanel } from "@/features/tips/LazyTipPanel";
import { paths } from "./paths";
import { useHasPage } from "./useHasPage";

/** A member's seat in a group show. Features do not know each other: the tip panel is put into the show here. */
export default function GroupSeatPage() {
  const hasPage = useHasPage();
  const tokens = paths.user.fundsTokens();
  const topUp = hasPage(tokens) ? tokens : undefined;
  return <SeatPage topUp={topUp} tipPanel={(tip) => <LazyTipPanel {...tip} topUp={topUp} />} />;
}
