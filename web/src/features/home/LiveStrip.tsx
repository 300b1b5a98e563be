import { paths } from "@/app/paths";
import type { Performer } from "@/performers/types";
import { Avatar } from "@/ui/Avatar";
import { Link } from "@/ui/Link";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./texts";

type LiveStripProps = { performers: readonly Performer[] | undefined };

/** Who is live, as faces, on a phone: one's favourites first. */
export function LiveStrip({ performers }: LiveStripProps) {
  const live = performers
    ?.filter((one) => one.streamingStatus === "public")
    .sort((a, b) => Number(b.isFavorite) - Number(a.isFavorite));
  if (live?.length === 0) return null;
  return (
    <nav
      aria-label={t("Live now")}
      aria-busy={live === undefined}
      className="noscroll flex gap-4 overflow-x-auto px-4 pt-4 pb-1 lg:hidden"
    >
      {live === undefined
        ? ["a", "b", "c", "d", "e"].map((key) => (
            <Skeleton key={key} className="mb-[22px] size-[66px] shrink-0 rounded-full" />
          ))
        : live.map((performer) => (
            <Link
              key={performer._id}
              href={paths.room(performer.username)}
              className="w-[66px] shrink-0 text-center"
            >
              <Avatar src={performer.avatar} size={66} live />
              <span className="mt-1 block truncate text-caption text-fg2">
                {performer.name.split(" ")[0]}
              </span>
            </Link>
          ))}
    </nav>
  );
}
