import { apiQuery } from "@/api/queries";

/** A picture the operator shows on the home page. `link` is empty when a press leads nowhere. */
export type Banner = {
  _id: string;
  position: "top" | "middle" | "bottom";
  title: string;
  description: string;
  link: string;
  photo: { url: string; thumbnail: string; fallback: string };
};

/** The home page's banners of now, in the operator's order, which come with the page. */
export const banners = () =>
  apiQuery(["banners"], "/banners/search", { query: { limit: 12 } }, { staleTime: 5 * 60_000 });
