import { api, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { apiQuery } from "@/api/queries";

/** A show as one who is in it gets it. */
export type Show = Schemas["ShowSession"];
/** What a seat in a paid show has cost its member so far, and how long the tokens last. */
export type Meter = Schemas["ShowMeterState"];
export type Receipt = Schemas["ShowReceipt"];

/** The performer's show of a type as it is now, without any address; undefined when there is none for me. */
export async function openShow(performerId: string, type: Show["type"]): Promise<Show | undefined> {
  const params = { path: { performerId, type }, query: { orNone: true } };
  try {
    const show = await unwrap(api.GET("/streaming/session/{performerId}/{type}", { params }));
    return show ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined; // nor is she there for me
    throw error;
  }
}

/** What a show came to, once it is over for me. */
export const receipt = (showId: string) =>
  apiQuery(
    ["receipt", showId],
    "/streaming/shows/{id}/receipt",
    { path: { id: showId } },
    {
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
