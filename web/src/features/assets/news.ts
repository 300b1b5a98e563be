import { heard } from "@/declared/news";

export const news = [
  heard("asset/changed", () => import("./told").then((file) => file.assetChanged)),
  heard(
    "purchase_media_item_success",
    () => import("./told").then((file) => file.sold),
    (_, { queries }) => {
      queries.invalidateQueries({ queryKey: ["own-assets"] });
      return true;
    },
  ),
];
