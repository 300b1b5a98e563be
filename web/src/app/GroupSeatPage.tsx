import { SeatPage } from "@/features/group/SeatPage";
import { paths } from "./paths";
import { useHasPage } from "./useHasPage";

/** A member's seat in a group show. */
export default function GroupSeatPage() {
  const hasPage = useHasPage();
  const tokens = paths.user.fundsTokens();
  return <SeatPage topUp={hasPage(tokens) ? tokens : undefined} />;
}
