import { paths } from "./paths";
import { useHasPage } from "./useHasPage";

/** Where tokens are bought, when there is such a page. */
export function useTopUp(): string | undefined {
  const hasPage = useHasPage();
  const tokens = paths.user.fundsTokens();
  return hasPage(tokens) ? tokens : undefined;
}
