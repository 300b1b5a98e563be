import { useQuery } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { performerProfile } from "@/performers/api";
import { FavouriteButton } from "@/performers/FavouriteButton";
import { cardPicture, coverOf } from "@/performers/picture";
import { StateBadge, VipBadge } from "@/performers/StateBadges";
import type { Performer } from "@/performers/types";
import { LinkButton } from "@/ui/Button";
import { t } from "./texts";

/** The room that leads the page, on large screens. */
export function Hero({ performer }: { performer: Performer }) {
  const profile = useQuery({ ...performerProfile(performer.username), staleTime: 60_000 }).data;
  const picture = (profile && coverOf(profile)) ?? cardPicture(performer);
  const [title, rest] = headlineOf(performer);
  const live = performer.streamingStatus === "public";
  return (
    <section
      aria-label={t("Featured room")}
      className="relative isolate h-[380px] overflow-hidden rounded-xl bg-[#130b16]"
    >
      {picture && (
        <img
          {...picture}
          alt=""
          sizes="60vw"
          fetchPriority="high"
          className="fade absolute inset-y-0 end-0 -z-10 h-full w-[78%] object-cover object-[50%_25%]"
        />
      )}
      <div className="absolute inset-0 -z-10 rtl:-scale-x-100 bg-[linear-gradient(90deg,#130b16_22%,rgb(19_11_22/.78)_40%,transparent_68%)]" />
      <div className="flex h-full max-w-[540px] flex-col justify-end p-9 text-white">
        <div className="flex items-center gap-2">
          <StateBadge performer={performer} />
          {performer.vip && <VipBadge />}
        </div>
        <p className="mt-4 text-display font-extrabold tracking-[-.025em] text-balance">
          {unbroken(title)}
        </p>
        <p className="mt-2 text-[16px] leading-6 text-white/80">
          {t.rich("with <b>{name}</b>", {
            name: performer.name,
            b: (words) => <b className="font-semibold text-white">{words}</b>,
          })}
          {rest && <> — {rest}</>}
        </p>
        <div className="mt-6 flex gap-3">
          <LinkButton href={paths.room(performer.username)} variant="brand" size="lg">
            {live ? t("Watch live") : t("Visit the room")}
          </LinkButton>
          <FavouriteButton performer={performer} look="overlay" />
        </div>
      </div>
    </section>
  );
}

// A title as large as this must not break inside "lo-fi": word joiners hold the hyphen.
function unbroken(title: string) {
  return title.replaceAll(/(?<=\S)-(?=\S)/g, "\u2060-\u2060");
}

/** "Neon nights: synth set" → the title and what follows. Without a headline the name is the title. */
export function headlineOf({ headline, name }: Pick<Performer, "headline" | "name">) {
  const [title, ...rest] = headline.split(/: | — |, /);
  return [title || name, rest.join(", ")] as const;
}
