import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { LoadFailure } from "@/ui/States";
import { ItemRow } from "./ItemRow";
import { type ItemType, wordsOf } from "./kinds";
import { flat, searchItems } from "./shop";
import { t } from "./texts";

const orders = () =>
  [
    { id: "newest", label: t("Latest") },
    { id: "popular", label: t("Popular") },
  ] as const;

/** Cards of one row: the rest is a press away. */
const most = 12;

/** The newest of a kind, or those bought most, in one row. Nothing while nobody sells any. */
export function ItemShelf({ type }: { type: ItemType }) {
  const { place, many } = wordsOf()[type];
  const [order, setOrder] = useState<"newest" | "popular">("newest");
  const found = useInfiniteQuery({
    ...searchItems(type, { sort: order }),
    placeholderData: (before) => before,
  });
  const items = flat(found.data?.pages)?.slice(0, most);
  if (items?.length === 0) return null;
  return (
    <section aria-labelledby={place} className="pt-10">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 lg:px-8">
        <h2 id={place} className="text-h2 font-extrabold tracking-[-.015em]">
          {many}
        </h2>
        <div className="flex gap-2">
          {orders().map(({ id, label }) => (
            <Chip key={id} selected={id === order} onClick={() => setOrder(id)}>
              {label}
            </Chip>
          ))}
        </div>
        <LinkButton
          href={paths.onSale(place, order === "popular" ? { order } : {})}
          variant="ghost"
          className="ms-auto max-sm:px-1"
        >
          {t.rich(
            "See all<hidden> {type, select, gallery {galleries} video {videos} other {products}}</hidden>",
            { type, hidden: (words) => <span className="sr-only">{words}</span> },
          )}
          <ChevronRight className="rtl:-scale-x-100" size={16} aria-hidden />
        </LinkButton>
      </div>
      <div className="px-4 empty:hidden lg:px-8">
        <LoadFailure
          query={found}
          what={t(
            "{type, select, gallery {The galleries} video {The videos} other {The products}}",
            { type },
          )}
        />
      </div>
      <ItemRow
        items={items}
        isWaiting={found.isPending}
        className="px-4 scroll-px-4 lg:px-8 lg:scroll-px-8"
      />
    </section>
  );
}
