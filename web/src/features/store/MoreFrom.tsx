import { useInfiniteQuery } from "@tanstack/react-query";
import { ItemRow } from "@/store/ItemRow";
import { flat, type Item, searchItems } from "@/store/shop";
import { LoadFailure } from "@/ui/States";
import { useNear } from "@/ui/useNear";
import { t } from "./texts";

/** Cards of the row. */
const most = 12;

/** What else its seller has of its kind, fetched when somebody comes near it. */
export function MoreFrom({ item }: { item: Item }) {
  const [place, isNear] = useNear<HTMLDivElement>();
  return <div ref={place}>{isNear && <Others item={item} />}</div>;
}

function Others({ item: { _id, type, performer } }: { item: Item }) {
  const found = useInfiniteQuery(searchItems(type, { performerId: performer._id }));
  const others = flat(found.data?.pages)
    ?.filter((one) => one._id !== _id)
    .slice(0, most);
  if (others?.length === 0) return null;
  return (
    <section aria-labelledby="more-from" className="pt-10">
      <h2 id="more-from" className="px-4 text-h2 font-extrabold tracking-[-.015em] lg:px-0">
        {t("More from {name}", { name: performer.name })}
      </h2>
      <div className="px-4 empty:hidden lg:px-0">
        <LoadFailure query={found} what={t("More of it")} />
      </div>
      <ItemRow
        items={others}
        isWaiting={found.isPending}
        anonymous
        className="scroll-px-4 px-4 lg:scroll-px-0 lg:px-0"
      />
    </section>
  );
}
