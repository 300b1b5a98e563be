import { useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { knownCard } from "@/performers/known";
import { lazyPart } from "@/ui/lazyPart";
import { Spinner } from "@/ui/Spinner";
import { t } from "./texts";

const RoomPreview = lazyPart(() =>
  import("@/performers/RoomPreview").then((file) => file.RoomPreview),
);

/** A page whose files are here is not worth a picture of its own: milliseconds. */
const unnoticed = 50;

const roomPath = /^\/room\/([^/]+)\/?$/;

/**
 * Covers the screen while the next page loads (spec §2); a change of the query alone does not
 * count. A room whose card is known is drawn from it at once.
 */
export function RouteSpinner() {
  const next = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && location.pathname !== resolvedLocation.pathname
        ? location.pathname
        : undefined,
  });
  return next === undefined ? null : <Coming key={next} path={next} />;
}

function Coming({ path }: { path: string }) {
  const queries = useQueryClient();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), unnoticed);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  const username = roomPath.exec(path)?.[1];
  const card = username && knownCard(queries, decodeURIComponent(username));
  if (card) {
    return (
      <div className="fixed inset-x-0 top-(--strip) bottom-0 z-40 overflow-hidden bg-bg lg:top-(--header)">
        <RoomPreview performer={card} />
      </div>
    );
  }
  return (
    <div className="fade fixed inset-0 z-50 grid place-items-center bg-bg/60 backdrop-blur-sm [animation-delay:80ms] [animation-fill-mode:backwards]">
      <Spinner size={44} label={t("Loading the page")} className="text-brand-ink" />
    </div>
  );
}
