import { Disc3, Ellipsis, X } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { TipButton } from "@/chat/TipButton";
import { useSpoken } from "@/chat/useSpoken";
import { formatCompact } from "@/lib/format";
import { FavouriteButton } from "@/performers/FavouriteButton";
import type { Profile } from "@/performers/types";
import { useSession } from "@/session/api";
import { Rail, Shade } from "@/shows/OverPicture";
import { Avatar } from "@/ui/Avatar";
import { Verified } from "@/ui/Badge";
import { Sheet } from "@/ui/Dialog";
import { Link } from "@/ui/Link";
import { lazyPart } from "@/ui/lazyPart";
import { RoomChat } from "./RoomChat";
import { RoomPlayer } from "./RoomPlayer";
import type { RoomParts } from "./roomParts";
import { railButton, ShareButton } from "./ShareButton";
import { ShowingBadge } from "./ShowingBadge";
import type { Showing } from "./showing";
import { TipBurst } from "./TipBurst";
import { t } from "./texts";
import { useRoomPlayer } from "./useRoomPlayer";

const AboutSheet = lazyPart(() => import("./AboutSheet").then((file) => file.AboutSheet));

/** The room on a phone: the video is the screen, everything else lies over it within the thumb's reach. */
export function PhoneRoom(parts: RoomParts) {
  const { performer, profile, watching } = parts;
  const { player, showing } = useRoomPlayer(watching);
  const [burst, setBurst] = useState(0);
  return (
    <div className="screen">
      <div className="absolute inset-0">
        <RoomPlayer
          performer={performer}
          watching={watching}
          player={player}
          showing={showing}
          tall
        >
          <Shade />
          <TipBurst key={burst} count={burst} />
        </RoomPlayer>
      </div>
      <TopRow {...parts} showing={showing} />
      {profile && <Overlay {...parts} profile={profile} onTip={() => setBurst((n) => n + 1)} />}
    </div>
  );
}

/** What lies over the picture: her goal, the ways into more, the chat, and their sheets. */
function Overlay(parts: RoomParts & { profile: Profile; onTip: () => void }) {
  const { profile: performer, conversationId, watching, onTip } = parts;
  const { tipPanel, wheelPanel, goalBar, shelves = [] } = parts;
  const { role } = useSession();
  const { spoken } = useSpoken();
  const [sheet, setSheet] = useState<string>();
  const full = shelves.filter(({ has }) => has(performer));
  const close = () => setSheet(undefined);
  const tipping = tipPanel && (role === undefined || role === "user");
  return (
    <>
      <div className="absolute inset-x-0 top-[calc(max(12px,env(safe-area-inset-top))+60px)] px-3">
        {goalBar?.({
          performer,
          conversationId,
          over: true,
          onReached: onTip,
        })}
      </div>
      <Rail>
        {parts.actions?.({ performer, look: "rail" })}
        {wheelPanel && (
          <button
            type="button"
            aria-label={t("Wheel of {name}", { name: performer.name })}
            className={railButton}
            onClick={() => setSheet("wheel")}
          >
            <Disc3 size={20} aria-hidden />
          </button>
        )}
        {full.map(({ id, label, icon: Icon }) => (
          <button
            key={id}
            type="button"
            aria-label={t("{label} of {name}", { label, name: performer.name })}
            className={railButton}
            onClick={() => setSheet(id)}
          >
            <Icon size={20} aria-hidden />
          </button>
        ))}
        <ShareButton path={paths.room(performer.username)} name={performer.name} look="rail" />
        <button
          type="button"
          aria-label={t("About {name}", { name: performer.name })}
          className={railButton}
          onClick={() => setSheet("about")}
        >
          <Ellipsis size={20} aria-hidden />
        </button>
      </Rail>
      <div className="absolute inset-x-0 bottom-0 flex h-[44%] flex-col pb-[max(12px,env(safe-area-inset-bottom))] [&>*:first-child]:me-16">
        <RoomChat
          performer={performer}
          conversationId={conversationId}
          spoken={spoken}
          onTip={onTip}
          over
          beside={tipping && <TipButton onPress={() => setSheet("tip")} />}
        />
      </div>
      <Sheet
        open={sheet === "tip"}
        onClose={close}
        title={t("Tip {name}", { name: performer.name })}
      >
        {tipPanel?.({ performer, conversationId, roomy: true, onSent: close })}
      </Sheet>
      <Sheet
        open={sheet === "wheel"}
        onClose={close}
        title={t("Wheel of {name}", { name: performer.name })}
      >
        {wheelPanel?.({ performer, conversationId, roomy: true })}
      </Sheet>
      {sheet !== undefined && (sheet === "about" || full.some(({ id }) => id === sheet)) && (
        <AboutSheet
          performer={performer}
          watching={watching}
          shelves={full}
          selected={sheet}
          onSelect={setSheet}
          onClose={close}
        />
      )}
    </>
  );
}

function TopRow({ performer, watching, present, showing }: RoomParts & { showing: Showing }) {
  const { name, avatar, verified, streamingStatus } = performer;
  const live = streamingStatus === "public";
  return (
    <div className="absolute inset-x-0 top-0 flex items-center gap-2 p-3 pt-[max(12px,env(safe-area-inset-top))]">
      <div className="flex min-w-0 items-center gap-2.5 rounded-full bg-black/45 p-1 backdrop-blur-md">
        <Avatar src={avatar} size={40} live={showing.is === "live"} />
        <div className="min-w-0 pe-1">
          <h1 className="flex items-center gap-1 text-label leading-4 font-bold">
            <span className="truncate">{name}</span>
            {verified && <Verified />}
          </h1>
          <p className="tnum mt-0.5 text-micro leading-3 font-normal text-white/85">
            {live
              ? t("{viewers} watching", { viewers: formatCompact(watching.viewers) })
              : t("{value} in the room", { value: formatCompact(present ?? 0) })}
          </p>
        </div>
        <FavouriteButton performer={performer} look="pill" />
      </div>
      <span className="ms-auto">
        <ShowingBadge performer={performer} showing={showing} />
      </span>
      <Link
        href={paths.home()}
        aria-label={t("Close the room")}
        className="grid size-11 shrink-0 place-items-center rounded-full"
      >
        <X size={24} aria-hidden />
      </Link>
    </div>
  );
}
