import { Users } from "lucide-react";
import { paths } from "@/app/paths";
import { Shelf } from "@/performers/Shelf";
import { usePerformers } from "@/performers/usePerformers";
import { useLabels, useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { useWide } from "@/ui/useWide";
import { Banners } from "./Banners";
import { FilterBar, searchOf } from "./FilterBar";
import { Hero } from "./Hero";
import { LiveStrip } from "./LiveStrip";
import { Store } from "./Store";
import { Trending, trendingOf } from "./Trending";
import { t } from "./texts";

const everybody = {};

/** The catalogue: who leads, who is trending, and everybody else, live first. */
export default function HomePage() {
  useTitle();
  const { models } = useLabels();
  const { banner } = useSettings();
  const [query] = useSearch(paths.home);
  const all = usePerformers(everybody);
  const found = usePerformers(searchOf(query));
  const filtered = Boolean(query.show || query.category);
  const isWide = useWide(); // a phone fetches neither the leader's profile nor her wide picture
  // A show whose performer has gone away for a moment does not lead the page.
  const leader =
    all.performers?.find(({ streamingStatus }) => streamingStatus !== "away") ??
    all.performers?.[0];

  return (
    <div className="mx-auto max-w-[1720px] pb-12">
      <h1 className="sr-only">{t("Live {models}", { models })}</h1>
      {banner && (
        <img
          src={banner}
          alt=""
          className="aspect-[16/5] w-full bg-s2 object-cover lg:mx-8 lg:mt-6 lg:aspect-[8/1] lg:w-[calc(100%-64px)] lg:rounded-xl"
        />
      )}
      {!all.error && <LiveStrip performers={all.performers} />}
      <Banners place="top" />
      {isWide && !all.error && (leader || all.performers === undefined) && (
        <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-5 px-8 pt-6">
          {leader ? (
            <Hero performer={leader} />
          ) : (
            <Skeleton alone className="h-[380px] rounded-xl" />
          )}
          {all.performers ? (
            <Trending performers={trendingOf(all.performers, leader)} />
          ) : (
            <Skeleton alone className="h-[380px] rounded-xl" />
          )}
        </div>
      )}
      <FilterBar total={all.total} />
      <div className="px-4 lg:px-8">
        <h2 className="sr-only">{t("Rooms")}</h2>
        <Shelf
          label={t("Rooms")}
          found={found}
          leads={!filtered}
          empty={<Nobody filtered={filtered} />}
        />
      </div>
      <Banners place="middle" />
      <Store />
      <Banners place="bottom" />
    </div>
  );
}

function Nobody({ filtered }: { filtered: boolean }) {
  const { models, model } = useLabels();
  const [, setQuery] = useSearch(paths.home);
  if (!filtered) {
    return (
      <EmptyState title={t("The stage is still empty")} icon={<Users aria-hidden />}>
        {t("{models} will be here as soon as the first of them has been verified.", { models })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("Nobody here right now")}
      icon={<Users aria-hidden />}
      action={
        <Button onClick={() => setQuery({ show: undefined, category: undefined })}>
          {t("Show everyone")}
        </Button>
      }
    >
      {t(
        "No {model} fits this at the moment. Follow a few and they are one tap away when they go live.",
        { model: model.toLowerCase() },
      )}
    </EmptyState>
  );
}
