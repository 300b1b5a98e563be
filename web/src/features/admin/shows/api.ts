import { queryOptions } from "@tanstack/react-query";
import { refused, type Schemas } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

/** A show on stage now. */
export type StagedShow = Schemas["ShowStagedShow"];

/** What is on stage now, the newest first; asked again while it is looked at. */
export const staged = (offset: number) =>
  apiQuery(
    ["admin", "shows", offset],
    "/admin/shows",
    { query: { offset, limit: pageSize } },
    {
      refetchInterval: 5000,
    },
  );

/**
 * What is on stage at this moment, forgotten with the dialog. Asking is on record
 * with its reason before the picture is taken, so it is asked once.
 */
export function picture(id: string, reason: string, turn: number) {
  return queryOptions({
    queryKey: ["admin", "show-picture", id, reason, turn],
    queryFn: () => look(id, reason),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

async function look(id: string, reason: string): Promise<Blob> {
  const query = new URLSearchParams({ reason });
  const address = `${location.origin}/api/admin/shows/${encodeURIComponent(id)}/picture`;
  const response = await fetch(`${address}?${query}`, { credentials: "same-origin" });
  if (response.ok) return response.blob();
  const body: unknown = await response.json().catch(() => undefined);
  throw refused(response.status, body, response.headers.get("Retry-After"));
}
