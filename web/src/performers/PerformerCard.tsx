import { Lock } from "lucide-react";
import { memo } from "react";
import { paths } from "@/app/paths";
import { useLanguage } from "@/i18n/useLanguage";
import { cx } from "@/lib/cx";
import { Badge, Verified } from "@/ui/Badge";
import { Link } from "@/ui/Link";
import { CardPicture } from "./CardPicture";
import { FavouriteButton } from "./FavouriteButton";
import { NextLive } from "./LazyNextLive";
import { countryName } from "./places";
import { isNew, StateBadge, VipBadge } from "./StateBadges";
import { t } from "./texts";
import type { Performer } from "./types";

type PerformerCardProps = {
  performer: Performer;
  /** The instant that decides who is new; one for all cards of a grid. */
  now: number;
  /** Among the first on the page. */
  eager?: boolean;
  /** The whole width of a phone. */
  big?: boolean;
};

const sizes = "(max-width: 767px) 50vw, (max-width: 1279px) 25vw, 280px";

/** A performer in a grid. */
export const PerformerCard = memo(function PerformerCard(props: PerformerCardProps) {
  useLanguage();
  const { performer, now, eager = false, big = false } = props;
  const { username, name, headline, country, verified, vip, streamingStatus, nextLiveAt } =
    performer;
  return (
    <article
      className={cx(
        "group relative isolate grid overflow-hidden rounded-lg bg-s2",
        big && "max-md:col-span-2",
      )}
    >
      <div
        className={cx(
          "col-start-1 row-start-1 overflow-hidden",
          big ? "aspect-[5/4] md:aspect-[4/5]" : "aspect-[4/5]",
        )}
      >
        <CardPicture
          performer={performer}
          eager={eager}
          sizes={big ? `(max-width: 767px) 100vw, ${sizes}` : sizes}
          className={cx(big && "max-md:object-[50%_20%]", veils[streamingStatus])}
        />
      </div>
      {streamingStatus === "private" && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-12 place-items-center rounded-full bg-black/55 text-white">
            <Lock size={20} aria-hidden />
          </span>
        </span>
      )}
      <div className="absolute inset-x-0 top-0 flex flex-wrap items-start gap-1.5 p-2.5 pe-12">
        <StateBadge performer={performer} />
        {vip && <VipBadge short={!big} />}
        {isNew(performer, now) && (
          <Badge tone="new">
            <b>{t("NEW")}</b>
          </Badge>
        )}
        {performer.isRotating && (
          <Badge tone="overlay">
            <span title={t("A place that rotates")}>↻</span>
          </Badge>
        )}
      </div>
      {/* Isolated, not positioned: the link inside covers the whole card. */}
      <div className="isolate col-start-1 row-start-1 min-w-0 self-end bg-[linear-gradient(to_top,rgb(8_4_5/.94),rgb(8_4_5/.66)_55%,transparent)] p-3 pt-14 text-white">
        <div className="flex items-center gap-1.5">
          <h3 className="truncate text-body font-bold">
            <Link href={paths.room(username)} className={wholeCard}>
              {name}
              <span className="sr-only">
                {" "}
                {t(
                  "is {status, select, public {live} private {in a private show} group {in a group show} away {away} other {offline}}",
                  { status: streamingStatus },
                )}
              </span>
            </Link>
          </h3>
          {verified && <Verified />}
          {country && (
            <abbr
              title={countryName(country)}
              className="ms-auto rounded-[4px] bg-white/20 px-1 text-[10px] leading-4 font-bold tracking-wide no-underline"
            >
              {country}
            </abbr>
          )}
        </div>
        <p className="mt-0.5 min-h-[18px] truncate text-caption text-white/80">
          {streamingStatus === "offline" && nextLiveAt ? (
            <NextLive at={nextLiveAt} narrow={!big} />
          ) : (
            headline
          )}
        </p>
      </div>
      <FavouriteButton performer={performer} look="card" />
    </article>
  );
});

const wholeCard =
  "outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ink";

const veils: Record<Performer["streamingStatus"], string> = {
  public: "",
  group: "",
  private: "scale-110 blur-[10px] brightness-75",
  away: "brightness-75",
  offline: "opacity-60 grayscale",
};
