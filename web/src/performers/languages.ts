import { apiQuery } from "@/api/queries";

/** The languages that may be chosen from. */
export const languages = () =>
  apiQuery(
    ["places", "languages"],
    "/languages/list",
    {},
    {
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
