import { useQueryClient } from "@tanstack/react-query";
import { Hourglass, Lock, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { LostReason } from "@/player/types";
import { VideoPlayer } from "@/player/VideoPlayer";
import { storeKeys } from "@/store/cache";
import { StorePicture } from "@/store/StorePicture";
import type { Item } from "@/store/shop";
import { type Undoable, useUndoable } from "@/store/undoable";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { BuyBar } from "./BuyBar";
import { opened } from "./buy";
import { Fresh } from "./Fresh";
import { ItemFrame, ItemTitle, ItemWords } from "./ItemParts";
import { MoreFrom } from "./MoreFrom";
import { t } from "./texts";
import { countView } from "./views";

/** /video/{id}: what a video is: its trailer, or the video itself for who bought it. */
export default function VideoPage() {
  return (
    <ItemFrame type="video" waiting={<Waiting />}>
      {(video) => <Shown key={video._id} video={video} />}
    </ItemFrame>
  );
}

const columns =
  "lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start lg:gap-8 xl:grid-cols-[minmax(0,1fr)_380px]";

function Shown({ video }: { video: Item }) {
  const fresh = useUndoable("video", video._id);
  const isOpen = (video.isBought || video.isOwn) && fresh === undefined;
  const access = useAccess(video, isOpen);
  const views = video.video?.numViews ?? 0;
  return (
    <>
      <article className={columns}>
        <div className="min-w-0">
          <Screen video={video} access={access} isOpen={isOpen} />
          {access.hasEnded && <Ended />}
        </div>
        <div className="min-w-0 px-4 pt-4 lg:px-0 lg:pt-0">
          <ItemTitle item={video} />
          {views > 0 && (
            <p className="tnum mt-1 text-caption text-fg3">
              {t("{count, plural, one {# view} other {# views}}", { count: views })}
            </p>
          )}
          {fresh && video.isBought && (
            <FreshVideo video={video} undoable={fresh} onWatch={access.begin} />
          )}
          <BuyBar item={video} isFresh={fresh !== undefined} />
          <ItemWords item={video} />
        </div>
      </article>
      <MoreFrom item={video} />
    </>
  );
}

/** Whether the video was opened on this page, and whether that ended meanwhile. */
function useAccess({ _id, isBought, isOwn }: Item, isOpen: boolean) {
  const queries = useQueryClient();
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [begins, setBegins] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return {
    /** It was wanted by a press: it plays at once. */
    begins,
    begin: () => setBegins(true),
    hasEnded: wasOpen && !isBought && !isOwn,
    /** The player was told first: the page asks what is true now. */
    onLost(reason: LostReason) {
      if (reason === "signedOut") queries.invalidateQueries({ queryKey: ["session"] });
      queries.invalidateQueries({ queryKey: storeKeys.view("video", _id) });
    },
  };
}

type ScreenProps = { video: Item; access: ReturnType<typeof useAccess>; isOpen: boolean };

/** Where the picture is: of the video, else of its trailer, else a still one. */
function Screen({ video: item, access, isOpen }: ScreenProps) {
  const { _id, title, video } = item;
  const size = { width: video?.width || undefined, height: video?.height || undefined };
  if (isOpen && video?.isWatchable) {
    return (
      <Player>
        <VideoPlayer
          assetId={_id}
          part="video"
          title={title}
          {...size}
          autoPlay={access.begins}
          onPlay={() => countView(_id)}
          onLost={access.onLost}
        />
      </Player>
    );
  }
  if (isOpen) {
    return (
      <Still item={item} icon={<Hourglass size={22} aria-hidden />}>
        {t("It is being prepared, and will play here in a moment.")}
      </Still>
    );
  }
  if (video?.hasTrailer) {
    return (
      <Player>
        <VideoPlayer
          assetId={_id}
          part="trailer"
          title={t("Trailer of “{title}”", { title })}
          {...size}
          onPlay={() => countView(_id)}
          onLost={access.onLost}
        />
        <span className="pointer-events-none absolute top-3 end-3 z-10">
          <Badge tone="overlay">{t("Trailer")}</Badge>
        </span>
      </Player>
    );
  }
  return (
    <Still item={item} icon={<Lock size={22} aria-hidden />}>
      {item.isBought ? t("It plays as soon as you open it.") : t("To watch once it is yours.")}
    </Still>
  );
}

/** Stays in sight on a phone while one reads. */
function Player({ children }: { children: ReactNode }) {
  return <div className="relative max-lg:[&_section]:rounded-none">{children}</div>;
}

function Still({ item, icon, children }: { item: Item; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="relative grid aspect-video max-h-[80dvh] w-full place-items-center overflow-hidden bg-black text-white lg:rounded-lg">
      {item.cover && (
        <StorePicture
          photo={item.cover}
          sizes="(max-width: 1023px) 100vw, 1000px"
          className="absolute inset-0 opacity-60"
          eager
        />
      )}
      <p className="relative grid justify-items-center gap-3 p-5 text-center text-label font-semibold [text-shadow:0_1px_6px_rgb(0_0_0/.8)]">
        <span className="grid size-12 place-items-center rounded-full bg-black/60">{icon}</span>
        {children}
      </p>
    </div>
  );
}

function Ended() {
  return (
    <p
      role="alert"
      className="mx-4 mt-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink lg:mx-0"
    >
      {t("You can no longer watch this video: it was refunded, or your access to it has ended.")}
    </p>
  );
}

type FreshVideoProps = { video: Item; undoable: Undoable; onWatch: () => void };

function FreshVideo({ video, undoable, onWatch }: FreshVideoProps) {
  const { purchaseId } = undoable;
  const item = { type: "video", itemId: video._id } as const;
  return (
    <Fresh item={video} undoable={undoable}>
      <Button
        variant="brand"
        onClick={() => {
          onWatch();
          opened({ ...item, ...(purchaseId !== undefined && { purchaseId }) });
          scrollTo({ top: 0 });
        }}
      >
        <Play size={17} className="fill-current" aria-hidden />
        {t("Watch it now")}
      </Button>
    </Fresh>
  );
}

function Waiting() {
  return (
    <div className={columns} aria-busy>
      <Skeleton className="aspect-video lg:rounded-lg" />
      <div className="space-y-3 px-4 pt-4 lg:px-0 lg:pt-0">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-20 w-full max-w-prose" />
      </div>
    </div>
  );
}
