import { queryOptions } from "@tanstack/react-query";
import { api, type List, unwrap } from "@/api/client";

/** A picture the operator shows on the home page. `link` is empty when a press leads nowhere. */
export type Banner = {
  _id: string;
  title: string;
  description: string;
  link: string;
  photo: { url: string; thumbnail: string; fallback: string };
};

/** The home page's banners, in the operator's order. */
export function banners() {
  return queryOptions({
    queryKey: ["banners"],
    queryFn: ({ signal }): Promise<List<Banner>> =>
      unwrap(api.GET("/banners/search", { params: { query: { limit: 4 } }, signal })),
    staleTime: 5 * 60_000,
  });
}
