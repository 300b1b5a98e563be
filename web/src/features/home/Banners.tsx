import { useQuery } from "@tanstack/react-query";
import { cx } from "@/lib/cx";
import { Link } from "@/ui/Link";
import { LoadFailure } from "@/ui/States";
import { type Banner, banners } from "./api";
import { t } from "./texts";

/** What the operator announces in a place of the page; nothing while there is nothing. */
export function Banners({ place }: { place: Banner["position"] }) {
  const found = useQuery(banners());
  const list = found.data?.data.filter(({ position }) => position === place) ?? [];
  if (list.length === 0) {
    // Said once, where most banners are.
    return place === "bottom" && <LoadFailure query={found} what={t("Announcements")} inset />;
  }
  return (
    <section
      aria-label={t("Announcements")}
      className={cx(
        "noscroll flex snap-x snap-mandatory gap-3 overflow-x-auto px-4 pt-8 md:gap-4 lg:grid lg:px-8",
        list.length > 1 && "lg:grid-cols-2",
      )}
    >
      {list.map((banner) => (
        <div key={banner._id} className="w-full shrink-0 snap-center last:snap-end lg:w-auto">
          {banner.link ? (
            <Link href={banner.link} className="block rounded-lg">
              <Poster banner={banner} />
            </Link>
          ) : (
            <Poster banner={banner} />
          )}
        </div>
      ))}
    </section>
  );
}

function Poster({ banner }: { banner: Banner }) {
  const { photo, title, description } = banner;
  return (
    <figure className="relative isolate aspect-[16/6] overflow-hidden rounded-lg bg-s2">
      <img
        src={photo.thumbnail || photo.url}
        srcSet={photo.thumbnail ? `${photo.thumbnail} 960w, ${photo.url} 1920w` : undefined}
        sizes="(max-width: 1023px) 100vw, 50vw"
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
      <figcaption className="absolute inset-y-0 start-0 flex w-3/5 flex-col justify-end bg-[linear-gradient(90deg,rgb(8_4_5/.85),transparent)] rtl:bg-[linear-gradient(-90deg,rgb(8_4_5/.85),transparent)] p-4 text-white lg:p-6">
        <b className="text-h3 font-bold text-balance lg:text-h2">{title}</b>
        {description && <span className="mt-1 text-caption text-white/85">{description}</span>}
      </figcaption>
    </figure>
  );
}
