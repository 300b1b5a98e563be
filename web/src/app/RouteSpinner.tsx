import { useRouterState } from "@tanstack/react-router";
import { Spinner } from "@/ui/Spinner";

/** Covers the screen while the next page loads (spec §2); a change of the query alone does not count. */
export function RouteSpinner() {
  const changing = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading &&
      resolvedLocation !== undefined &&
      location.pathname !== resolvedLocation.pathname,
  });
  if (!changing) return null;
  return (
    <div className="fade fixed inset-0 z-50 grid place-items-center bg-bg/60 backdrop-blur-sm [animation-delay:120ms] [animation-fill-mode:backwards]">
      <Spinner size={44} label="Loading the page" className="text-brand-ink" />
    </div>
  );
}
