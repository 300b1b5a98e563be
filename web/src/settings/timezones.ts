import { apiQuery } from "@/api/queries";

/** The time zones that there are to choose from. */
export const timezones = () =>
  apiQuery(["places", "timezones"], "/timezones/list", {}, { staleTime: Number.POSITIVE_INFINITY });
