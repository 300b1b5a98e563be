import { PrivateShow } from "@/features/private/show/PrivateShow";
import { LazyTipPanel } from "@/features/tips/LazyTipPanel";
import { paths } from "./paths";
import { useHasPage } from "./useHasPage";

/** A private show. Features do not know each other: the tip panel is put into the show here. */
export default function PrivatePage() {
  const hasPage = useHasPage();
  const tokens = paths.user.fundsTokens();
  const topUp = hasPage(tokens) ? tokens : undefined;
  return <PrivateShow topUp={topUp} tipPanel={(tip) => <LazyTipPanel {...tip} topUp={topUp} />} />;
}
