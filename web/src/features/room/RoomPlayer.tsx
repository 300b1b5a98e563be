import { type ReactNode, useEffect, useState } from "react";
import { formatDuration } from "@/lib/time";
import { Player } from "@/media/player/Player";
import { CameraOff, PictureLost, StandsStill, WaitingFor } from "@/media/player/Said";
import type { PlayerHandle } from "@/media/player/usePlayer";
import type { Performer, Profile } from "@/performers/types";
import { useNow } from "@/ui/useNow";
import { Poster } from "./Poster";
import type { Showing } from "./showing";
import type { Picture } from "./stream";
import { t } from "./texts";
import type { Watching } from "./useWatch";
import { wayChoice } from "./ways";

type RoomPlayerProps = {
  performer: Performer | Profile;
  watching: Watching;
  player: PlayerHandle;
  showing: Showing;
  /** The whole screen of a phone. */
  tall?: boolean;
  /** Over the picture, such as badges. */
  children?: ReactNode;
};

/** The stage of a room: the public show, or the poster with the reason why there is none. */
export function RoomPlayer(props: RoomPlayerProps) {
  const { performer, watching, player, showing, tall = false, children } = props;
  const on = showing.is !== "off";
  return (
    <Player
      player={player}
      name={performer.name}
      poster={<Poster performer={performer} ended={watching.ended} expected={on} tall={tall} />}
      blank={showing.is === "camera-off"}
      said={<Said showing={showing} refusal={watching.refusal} name={performer.name} over={tall} />}
      controls={on ? (tall ? "tap" : "bar") : "none"}
      more={wayChoice(watching)}
      bar={{ middle: <Middle watching={watching} isLive={showing.is === "live"} /> }}
    >
      {children}
    </Player>
  );
}

type SaidProps = { showing: Showing; refusal: string | undefined; name: string; over: boolean };

const words = () => ({
  connecting: t("Connecting to the show"),
  waiting: t("Waiting for the picture"),
  reconnecting: t("Reconnecting"),
  starting: t("Starting the picture"),
});

function Said({ showing, refusal, name, over }: SaidProps) {
  switch (showing.is) {
    case "off":
    case "live":
    case "paused":
      return null;
    case "camera-off":
      return (
        <CameraOff over={over} name={name}>
          {showing.isHeard
            ? t("You hear {name}.", { name })
            : showing.hasSound
              ? t("Turn the sound on to hear {name}.", { name })
              : t("The show goes on.")}
        </CameraOff>
      );
    case "lost":
      return <PictureLost over={over} name={name} until={showing.until} />;
    case "still":
      return <StandsStill over={over} />;
    default:
      return (
        <WaitingFor over={over}>
          {refusal ? t("{refusal} Trying again", { refusal }) : words()[showing.is]}
        </WaitingFor>
      );
  }
}

/** Since when she is live, while she is, and the way back to now. */
function Middle({ watching, isLive }: { watching: Watching; isLive: boolean }) {
  return (
    <>
      {isLive && (
        <span className="ms-3 inline-flex items-center gap-1.5 text-caption font-semibold text-white">
          <i aria-hidden className="size-2 rounded-full bg-live" />
          {t("Live")}
          <LiveClock since={watching.since} />
        </span>
      )}
      <CatchUp picture={watching.picture} />
    </>
  );
}

const noticeable = 3;

/** The way back to now, for whoever paused or fell behind. */
function CatchUp({ picture }: { picture: Picture | undefined }) {
  const [behind, setBehind] = useState(0);
  const delay = picture?.delay;
  useEffect(() => {
    if (delay === undefined) return;
    const timer = setInterval(() => setBehind(delay.behind()), 1000);
    return () => {
      clearInterval(timer);
      setBehind(0);
    };
  }, [delay]);
  if (delay === undefined || behind < noticeable) return null;
  return (
    <button
      type="button"
      onClick={() => {
        delay.catchUp();
        setBehind(0);
      }}
      className="ms-2 min-h-11 rounded-md px-3 text-caption font-semibold text-white hover:bg-white/15"
    >
      {t("Jump to live")}
    </button>
  );
}

/** How long she has been live, by the second. */
function LiveClock({ since }: { since: string | undefined }) {
  const now = useNow();
  if (since === undefined) return null;
  return (
    <span className="tnum font-normal text-white/75">
      {formatDuration(Math.max(0, now - Date.parse(since)))}
    </span>
  );
}
