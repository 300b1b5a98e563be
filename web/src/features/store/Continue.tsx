import { library } from "./library";
import { OwnedCard } from "./OwnedCard";
import { ownedColumns } from "./ownedColumns";
import { t } from "./texts";
import type { OwnedItem } from "./types";

/** One row on wide screens. */
const maxShown = 4;

/** The videos that I have begun and not watched to the end, the last one first. */
export function begunVideos() {
  return library("videos", { q: "", seen: "begun", sortBy: "lastSeenAt", sort: "desc" }, 0);
}

/** The first of them, above all videos. */
export function Continue({ items }: { items: readonly OwnedItem[] }) {
  return (
    <section aria-labelledby="continue" className="mb-8">
      <h2 id="continue" className="mb-3 text-h3 font-bold">
        {t("Continue watching")}
      </h2>
      <ul className={ownedColumns}>
        {items.slice(0, maxShown).map((item) => (
          <li key={item._id}>
            <OwnedCard item={item} level={3} />
          </li>
        ))}
      </ul>
      <h2 className="mt-8 text-h3 font-bold">{t("All videos")}</h2>
    </section>
  );
}
