import type { ReactNode } from "react";
import { useStore } from "zustand";
import { serverNow } from "@/lib/serverTime";
import { Player } from "@/media/player/Player";
import { CameraOff, PictureLost, StandsStill, WaitingFor } from "@/media/player/Said";
import { type PlayerHandle, usePlayer } from "@/media/player/usePlayer";
import { useRejoin } from "@/media/player/useRejoin";
import type { Profile } from "@/performers/types";
import { useSettings } from "@/settings/api";
import { Badge, LiveBadge } from "@/ui/Badge";
import type { Show } from "./api";
import { seatsText } from "./Participants";
import type { Seat, SeatState } from "./seat";
import { t } from "./texts";

/**
 * What a member with a seat sees: waiting – it has not started; mending – an own connection is
 * lost; camera-off; lost – her picture does not arrive; still – no new frame has come here.
 */
export type SeatShowing =
  | "waiting"
  | "mending"
  | "camera-off"
  | "lost"
  | "connecting"
  | "still"
  | "live";

type Watched = Pick<SeatState, "phase" | "line" | "picture" | "isCameraOff">;

export function seatShowing(
  { phase, line, picture, isCameraOff }: Watched,
  status: Show["status"],
  { shown, moves }: Pick<PlayerHandle, "shown" | "moves">,
): SeatShowing {
  if (phase === "waiting") return "waiting";
  if (line === "mending") return "mending";
  if (isCameraOff) return "camera-off";
  if (status === "paused") return "lost";
  if (picture === undefined || !shown) return "connecting";
  return moves === false ? "still" : "live";
}

/** The player of a seat, and what it shows. */
export function useSeatStage(seat: Seat, show: Show) {
  const state = useStore(seat.store);
  const player = usePlayer({ picture: state.picture, track: state.sound, heard: "paid" });
  const showing = seatShowing(state, show.status, player);
  useRejoin(player, showing === "connecting" && state.line === "on", seat.rejoin);
  return { player, showing };
}

type SeatStageProps = ReturnType<typeof useSeatStage> & {
  show: Show;
  performer: Profile;
  /** The whole screen of a phone. */
  cover?: boolean;
  bar?: { end: ReactNode };
  /** Over the picture. */
  children?: ReactNode;
};

/** Her picture, or what there is instead of it and what that costs. */
export function SeatStage(props: SeatStageProps) {
  const { player, showing, show, performer, cover = false, bar, children } = props;
  const { defaultGroupChatImage } = useSettings();
  return (
    <Player
      player={player}
      name={performer.name}
      poster={
        <img
          src={defaultGroupChatImage}
          alt=""
          className="absolute inset-0 size-full object-cover opacity-50"
        />
      }
      said={<Said showing={showing} show={show} name={performer.name} over={cover} />}
      blank={showing === "camera-off"}
      controls={cover ? "tap" : "bar"}
      canPause={false}
      {...(bar && { bar })}
    >
      {children}
    </Player>
  );
}

const stands = () => t("Your meter stands still until the picture is back.");

const causes = (): Record<NonNullable<Show["lostCause"]>, string> => ({
  camera_off: t("The camera is off."),
  no_frames: t("The camera sends no picture."),
  line_lost: t("The connection to the show is lost."),
  member_lost: "",
});

type SaidProps = { showing: SeatShowing; show: Show; name: string; over: boolean };

function Said({ showing, show, name, over }: SaidProps) {
  const { reconnectSeconds } = useSettings();
  switch (showing) {
    case "live":
      return null;
    case "waiting":
      return (
        <p
          role="status"
          className="pointer-events-none absolute inset-0 grid place-content-center bg-black/50 p-6 text-center text-label"
        >
          {t("You have a seat. The show starts by itself; nothing is charged before.")}
        </p>
      );
    case "camera-off":
      return (
        <CameraOff over={over} name={name}>
          {show.status === "paused" ? stands() : t("The meter stops when it stays off.")}
        </CameraOff>
      );
    case "lost": {
      const since = show.lostAt === undefined ? serverNow() : Date.parse(show.lostAt);
      return (
        <PictureLost over={over} name={name} until={since + reconnectSeconds * 1000}>
          {show.lostCause && causes()[show.lostCause]} {stands()}
        </PictureLost>
      );
    }
    case "still":
      return <StandsStill over={over} />;
    default:
      return (
        <WaitingFor over={over}>
          {showing === "mending" ? t("Reconnecting") : t("Connecting")}
        </WaitingFor>
      );
  }
}

const words = (): Record<Exclude<SeatShowing, "live">, string> => ({
  waiting: t("Waiting"),
  mending: t("Reconnecting"),
  "camera-off": t("Camera off"),
  lost: t("Picture lost"),
  connecting: t("Connecting"),
  still: t("Stopped"),
});

type SeatBadgesProps = Pick<SeatStageProps, "showing" | "show">;

/** LIVE while pictures arrive here, or what is true instead; and who has a seat. */
export function SeatBadges({ showing, show }: SeatBadgesProps) {
  return (
    <>
      {showing === "live" ? <LiveBadge /> : <Badge tone="overlay">{words()[showing]}</Badge>}
      <Badge tone="overlay">{seatsText(show)}</Badge>
    </>
  );
}
