import { Eye, TrendingUp } from "lucide-react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { formatCompact } from "@/lib/format";
import type { Performer } from "@/performers/types";
import { Avatar } from "@/ui/Avatar";
import { Link } from "@/ui/Link";
import { t } from "./texts";

/** The rooms with the most viewers now; before anybody is live, who is worth a visit. */
export function Trending({ performers }: { performers: readonly Performer[] }) {
  return (
    <aside
      aria-labelledby="trending"
      className="flex h-[380px] flex-col rounded-xl border border-line bg-s1 p-5"
    >
      <h2 id="trending" className="flex items-center gap-2 text-body font-bold">
        <TrendingUp size={18} className="text-brand-ink" aria-hidden />
        {t("Trending now")}
      </h2>
      <ol className="mt-2 flex flex-1 flex-col justify-between">
        {performers.map((performer, index) => (
          <li key={performer._id}>
            <Link
              href={paths.room(performer.username)}
              className="-mx-2 flex items-center gap-3 rounded-md px-2 py-1.5 transition-colors hover:bg-s2"
            >
              <span
                className={cx(
                  "tnum w-4 text-center text-label font-extrabold",
                  index < 3 ? "text-gold-ink" : "text-fg3",
                )}
              >
                {index + 1}
              </span>
              <Avatar
                src={performer.avatar}
                size={42}
                live={performer.streamingStatus === "public"}
              />
              <span className="min-w-0 flex-1">
                <b className="block truncate text-label font-semibold">{performer.name}</b>
                <span className="block truncate text-caption text-fg3">
                  {performer.tags.slice(0, 3).join(" · ")}
                </span>
              </span>
              {performer.streamingStatus === "public" && performer.viewers > 0 ? (
                <span className="tnum inline-flex items-center gap-1 text-caption font-semibold text-fg2">
                  <Eye size={14} aria-hidden />
                  {formatCompact(performer.viewers)}
                  <span className="sr-only">{t("watching")}</span>
                </span>
              ) : (
                <span className="text-caption text-fg3">{spoken()[performer.streamingStatus]}</span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </aside>
  );
}

const spoken = (): Record<Performer["streamingStatus"], string> => ({
  public: t("live"),
  private: t("private"),
  group: t("group"),
  away: t("away"),
  offline: t("offline"),
});

/** The five rooms to name: live ones by viewers, then the window's order. */
export function trendingOf(performers: readonly Performer[], leader: Performer | undefined) {
  const others = performers.filter((one) => one._id !== leader?._id);
  const live = others
    .filter((one) => one.streamingStatus === "public")
    .sort((a, b) => b.viewers - a.viewers);
  return [...live, ...others.filter((one) => one.streamingStatus !== "public")].slice(0, 5);
}
