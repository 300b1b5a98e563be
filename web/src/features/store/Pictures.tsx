import { useInfiniteQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { useMemo, useState } from "react";
import { cx } from "@/lib/cx";
import { StorePicture } from "@/store/StorePicture";
import { flat, type Item, itemPhotos } from "@/store/shop";
import { lazyPart } from "@/ui/lazyPart";
import { LoadFailure } from "@/ui/States";
import { asSlide } from "./slides";
import { t } from "./texts";

const Viewer = lazyPart(() => import("@/store/Viewer").then((file) => file.Viewer));

/** As wide as its first picture for its height, within reason: it does not change with what is shown. */
function frameOf({ cover }: Item): number {
  const { width, height } = cover ?? {};
  return width && height ? Math.min(1.6, Math.max(0.8, width / height)) : 1;
}

/** The pictures of a product: one large, all small, and each on the whole screen. */
export function Pictures({ product }: { product: Item }) {
  const found = useInfiniteQuery(itemPhotos("product", product._id));
  const pages = found.data?.pages;
  const pictures = useMemo(() => flat(pages) ?? [], [pages]);
  const slides = useMemo(() => pictures.map(asSlide), [pictures]);
  const [chosen, setChosen] = useState<number>();
  const [isWhole, setIsWhole] = useState(false);
  // The cover until all are here; it is one of them.
  const first = pictures.findIndex(({ _id }) => _id === product.cover?._id);
  const at = chosen ?? Math.max(0, first);
  const shown = pictures[at] ?? product.cover;
  const total = found.data?.pages[0]?.total ?? pictures.length;
  return (
    <section aria-label={t("Pictures")} className="min-w-0">
      <div
        className="relative max-h-[76dvh] w-full overflow-hidden bg-s2 lg:rounded-xl"
        style={{ aspectRatio: frameOf(product) }}
      >
        {shown === undefined && (
          <span className="grid size-full place-items-center text-fg3">
            <Package size={48} aria-hidden />
          </span>
        )}
        {shown && (
          <button
            type="button"
            aria-label={t("Open picture {number} of {total}", {
              number: at + 1,
              total: Math.max(1, total),
            })}
            aria-haspopup="dialog"
            disabled={slides.length === 0}
            onPointerEnter={() => Viewer.fetch()}
            onClick={() => setIsWhole(true)}
            className="block size-full cursor-zoom-in focus-visible:-outline-offset-4"
          >
            <StorePicture photo={shown} sizes="(max-width: 1023px) 100vw, 900px" whole eager />
          </button>
        )}
      </div>
      <div className="px-4 empty:hidden lg:px-0">
        <LoadFailure query={found} what={t("The pictures")} />
      </div>
      {pictures.length > 1 && (
        <ul className="noscroll mt-2.5 flex gap-2 overflow-x-auto px-4 py-1 lg:px-1">
          {pictures.map((picture, index) => (
            <li key={picture._id} className="shrink-0">
              <button
                type="button"
                aria-label={t("Show picture {number} of {total}", { number: index + 1, total })}
                aria-pressed={index === at}
                onClick={() => setChosen(index)}
                className={cx(
                  "block size-16 overflow-hidden rounded-md transition-opacity lg:size-20",
                  index === at ? "outline-2 outline-brand-ink" : "opacity-65 hover:opacity-100",
                )}
              >
                <StorePicture photo={picture} sizes="80px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isWhole && slides.length > 0 && (
        <Viewer
          title={t("Pictures of “{title}”", { title: product.title })}
          slides={slides}
          total={slides.length}
          index={Math.min(at, slides.length - 1)}
          onClose={() => setIsWhole(false)}
          onView={setChosen}
        />
      )}
    </section>
  );
}
