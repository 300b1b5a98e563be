import { useHasPage } from "@/ui/useAddress";
import { paths } from "./paths";

/** Where tokens are bought, when there is such a page. */
export function useTopUp(): string | undefined {
  const hasPage = useHasPage();
  const tokens = paths.user.fundsTokens();
  return hasPage(tokens) ? tokens : undefined;
}
