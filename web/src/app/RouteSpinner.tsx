import { useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { knownCard } from "@/performers/known";
import { lazyPart } from "@/ui/lazyPart";
import { Spinner } from "@/ui/Spinner";

// Fetched in a quiet moment, so that it is here when a card is pressed.
const RoomPreview = lazyPart(() =>
  import("@/performers/RoomPreview").then((file) => file.RoomPreview),
);

/** Milliseconds after the first page. */
const quiet = 1500;

const roomPath = /^\/room\/([^/]+)\/?$/;

/**
 * Covers the screen while the next page loads (spec §2); a change of the query alone does not
 * count. A room whose card is known is drawn from it at once.
 */
export function RouteSpinner() {
  const queries = useQueryClient();
  const next = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && location.pathname !== resolvedLocation.pathname
        ? location.pathname
        : undefined,
  });
  useEffect(() => {
    const timer = setTimeout(RoomPreview.fetch, quiet);
    return () => clearTimeout(timer);
  }, []);
  if (next === undefined) return null;
  const username = roomPath.exec(next)?.[1];
  const card = username && knownCard(queries, decodeURIComponent(username));
  if (card) {
    return (
      <div className="fixed inset-x-0 top-(--strip) bottom-0 z-40 overflow-hidden bg-bg lg:top-(--header)">
        <RoomPreview performer={card} />
      </div>
    );
  }
  return (
    <div className="fade fixed inset-0 z-50 grid place-items-center bg-bg/60 backdrop-blur-sm [animation-delay:120ms] [animation-fill-mode:backwards]">
      <Spinner size={44} label="Loading the page" className="text-brand-ink" />
    </div>
  );
}
