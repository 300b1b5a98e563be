import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { LinkButton } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { Skeleton } from "@/ui/Skeleton";
import { LoadFailure } from "@/ui/States";
import { OfferCard } from "./OfferCard";
import { flat, searchGalleries } from "./shop";

const orders = [
  { id: "newest", label: "Latest" },
  { id: "popular", label: "Popular" },
] as const;

/** Cards of one row: the rest is a press away. */
const most = 12;

/** The newest galleries, or those bought most, in one row. Nothing while nobody sells any. */
export function GalleryShelf() {
  const [order, setOrder] = useState<(typeof orders)[number]["id"]>("newest");
  const found = useInfiniteQuery({
    ...searchGalleries({ sort: order }),
    placeholderData: (before) => before,
  });
  const galleries = flat(found.data?.pages)?.slice(0, most);
  if (galleries?.length === 0) return null;
  return (
    <section aria-labelledby="galleries" className="pt-10">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 lg:px-8">
        <h2 id="galleries" className="text-h2 font-extrabold tracking-[-.015em]">
          Galleries
        </h2>
        <div className="flex gap-2">
          {orders.map(({ id, label }) => (
            <Chip key={id} selected={id === order} onClick={() => setOrder(id)}>
              {label}
            </Chip>
          ))}
        </div>
        <LinkButton
          href={paths.galleries(order === "popular" ? { order } : {})}
          variant="ghost"
          className="ml-auto max-sm:px-1"
        >
          See all
          <ChevronRight size={16} aria-hidden />
        </LinkButton>
      </div>
      <div className="px-4 empty:hidden lg:px-8">
        <LoadFailure query={found} what="The galleries" />
      </div>
      <div className="noscroll mt-4 grid snap-x snap-mandatory scroll-px-4 auto-cols-[44%] grid-flow-col gap-2.5 overflow-x-auto px-4 sm:auto-cols-[30%] md:gap-4 lg:auto-cols-[calc((100%-5*16px)/6)] lg:scroll-px-8 lg:px-8 [&>*]:snap-start">
        {galleries === undefined
          ? found.isPending &&
            ["a", "b", "c", "d", "e", "f"].map((key) => (
              <Skeleton key={key} className="aspect-[4/5] rounded-lg" />
            ))
          : galleries.map((gallery) => <OfferCard key={gallery._id} gallery={gallery} />)}
      </div>
    </section>
  );
}
