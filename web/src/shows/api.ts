import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";

/** A show as one who is in it gets it. */
export type Show = Schemas["ShowSession"];
/** What a seat in a paid show has cost its member so far, and how long the tokens last. */
export type Meter = Schemas["ShowMeterState"];
export type Receipt = Schemas["ShowReceipt"];

/** The performer's show of a type as it is now, without any address; undefined when there is none for me. */
export async function openShow(performerId: string, type: Show["type"]): Promise<Show | undefined> {
  try {
    return await unwrap(
      api.GET("/streaming/session/{performerId}/{type}", {
        params: { path: { performerId, type } },
      }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** What a show came to, once it is over for me. */
export function receipt(showId: string) {
  return queryOptions({
    queryKey: ["receipt", showId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/streaming/shows/{id}/receipt", { params: { path: { id: showId } }, signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
