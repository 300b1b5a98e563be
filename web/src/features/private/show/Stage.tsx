import { Mic, VideoOff, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { Preview } from "@/media/Preview";
import { Player } from "@/media/player/Player";
import { StandsStill } from "@/media/player/Said";
import { usePlayer } from "@/media/player/usePlayer";
import { useRejoin } from "@/media/player/useRejoin";
import { StageTrouble } from "@/media/StageTrouble";
import { useSettings } from "@/settings/api";
import { Avatar } from "@/ui/Avatar";
import { Spinner } from "@/ui/Spinner";
import { useNow } from "@/ui/useNow";
import { t } from "../texts";
import { isPictureDue, type Side, showsOwnPicture } from "./side";

type StageProps = {
  side: Side;
  /** The whole screen of a phone. */
  cover?: boolean;
  /** Beside the player's own controls. */
  bar?: { start: ReactNode; end: ReactNode };
  /** Over the picture. */
  children?: ReactNode;
};

/** The other side, and what is waited for. */
export function Stage({ side, cover = false, bar, children }: StageProps) {
  const { other, state, show } = side;
  const player = usePlayer({ picture: state.picture, track: state.sound, heard: "paid" });
  useRejoin(player, isPictureDue(side), side.actions.rejoin);
  const isStill = show.status === "live" && player.shown && player.moves === false;
  return (
    <Player
      player={player}
      name={other.name}
      poster={<NoPicture side={side} />}
      said={isStill ? <StandsStill over={cover} /> : <Waiting side={side} />}
      blank={state.isCameraOff}
      controls={cover ? "tap" : "bar"}
      canPause={false}
      {...(bar && { bar })}
    >
      {children}
    </Player>
  );
}

/** One's own picture in its corner. */
export function OwnCorner({ side, className }: { side: Side; className: string }) {
  if (!showsOwnPicture(side)) return null;
  return (
    <div
      className={`overflow-hidden rounded-lg bg-s3 shadow-float ring-1 ring-white/20 ${className}`}
    >
      <Own side={side} />
    </div>
  );
}

function Own({ side: { camera, show, state } }: { side: Side }) {
  const { video, isCameraOn, isMirrored } = useStore(camera.store);
  const isLive = show.status === "live" && state.sending === "on";
  return (
    <>
      <Preview track={video} mirrored={isMirrored} cover />
      {!isCameraOn && (
        <div className="absolute inset-0 grid place-content-center text-white/85">
          <VideoOff size={24} role="img" aria-label={t("Your camera is off")} />
        </div>
      )}
      <StageTrouble camera={camera} small {...(isLive && { flows: state.flows })} />
    </>
  );
}

function NoPicture({ side }: { side: Side }) {
  const { isPerformer, other, show } = side;
  const voice = isPerformer && show.camera === "audio";
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-[radial-gradient(circle_at_50%_40%,#2a2225,#0d0a0b)] p-6 text-center text-white">
      <Avatar src={other.avatar} size={112} />
      <p className="text-h3 font-bold">{other.name}</p>
      <p className="flex items-center gap-2 text-label font-normal text-white/85">
        {voice && <Mic size={16} aria-hidden />}
        {words(side)}
      </p>
    </div>
  );
}

function words({ isPerformer, show }: Side): string {
  if (!isPerformer) return show.status === "live" ? t("The camera is off") : "";
  if (show.camera === "audio") return t("Voice only");
  return show.camera === "video" ? t("The camera is off") : t("Watches without a camera");
}

/** Why there is no picture yet, or again, and how long that is waited for. */
function Waiting({ side }: { side: Side }) {
  const { show, state, other, isPerformer } = side;
  const { connectSeconds, reconnectSeconds } = useSettings();
  const now = useNow();
  const mending = state.receiving === "mending" || state.sending === "mending";
  if (show.status === "live" && !mending) return null;
  const starting = show.status === "starting";
  const cause = starting ? "starting" : causeOf(side, mending);
  const most = starting ? connectSeconds : reconnectSeconds;
  const passed = Math.max(0, now - (state.waitsSince ?? now)) / 1000;
  const left = Math.max(0, Math.ceil(most - passed));
  const counted = show.status !== "live" && left > 0;
  return (
    <Veil>
      {icons[cause]}
      <p role="status" className="text-h3 font-bold">
        {titles[cause](other.name, isPerformer)}
      </p>
      <p className="max-w-sm text-label font-normal text-white/85">
        {starting
          ? t("The show starts when both pictures are here. Nothing is charged yet.")
          : stands(cause)}
      </p>
      {counted && (
        <p role="timer" aria-label={t("Time left")} className="tnum text-label">
          {t("The show ends in {count, plural, one {# second} other {# seconds}} otherwise.", {
            count: left,
          })}
        </p>
      )}
    </Veil>
  );
}

/** What the meter waits for. */
function stands(cause: Cause): string {
  const line = cause === "line_lost" || cause === "member_lost" || cause === "mending";
  return line
    ? t("The meter stands still until the connection is back.")
    : t("The meter stands still until the picture is back.");
}

type Cause = "starting" | "mending" | "off" | "lost" | NonNullable<Side["show"]["lostCause"]>;

/** Why the show stands still: what the server says, unless it is this side's own line; else what this side sees. */
function causeOf({ isPerformer, state, show }: Side, mending: boolean): Cause {
  const { lostCause } = show;
  const own = lostCause === (isPerformer ? "line_lost" : "member_lost");
  if (lostCause !== undefined && !own && show.status === "paused") return lostCause;
  if (mending || own || isPerformer) return "mending";
  if (state.isCameraOff) return "off";
  const hers = state.receiving === "on" && state.picture === undefined;
  return hers ? "lost" : "mending";
}

const titles: Record<Cause, (name: string, isPerformer: boolean) => string> = {
  starting: (name) => t("Connecting to {name}…", { name }),
  mending: () => t("Reconnecting…"),
  off: (name) => t("{name}'s camera is off", { name }),
  lost: (name) => t("{name}'s picture is lost", { name }),
  camera_off: (name, own) =>
    own ? t("Your camera is off") : t("{name}'s camera is off", { name }),
  no_frames: (name, own) =>
    own ? t("Your camera sends no picture") : t("{name}'s camera sends no picture", { name }),
  line_lost: (name) => t("{name}'s connection is lost", { name }),
  member_lost: (name) => t("{name}'s connection is lost", { name }),
};

const icons: Record<Cause, ReactNode> = {
  starting: <Spinner size={36} label="" />,
  mending: <Spinner size={36} label="" />,
  off: <VideoOff size={32} aria-hidden />,
  lost: <WifiOff size={32} aria-hidden />,
  camera_off: <VideoOff size={32} aria-hidden />,
  no_frames: <VideoOff size={32} aria-hidden />,
  line_lost: <WifiOff size={32} aria-hidden />,
  member_lost: <WifiOff size={32} aria-hidden />,
};

export function Veil({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/65 p-6 text-center text-white backdrop-blur-sm">
      {children}
    </div>
  );
}
