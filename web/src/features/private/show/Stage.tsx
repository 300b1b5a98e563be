import { Mic, VideoOff } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { countOf } from "@/lib/format";
import { Preview } from "@/media/Preview";
import { RemoteScreen } from "@/media/RemoteScreen";
import { StageTrouble } from "@/media/StageTrouble";
import { useSettings } from "@/settings/api";
import { Avatar } from "@/ui/Avatar";
import { Spinner } from "@/ui/Spinner";
import { useNow } from "@/ui/useNow";
import { type Side, showsOwnPicture } from "./side";

/** The other side large, one's own picture small; and what is waited for. */
export function Stage({ side, cover }: { side: Side; cover: boolean }) {
  const { other, state } = side;
  return (
    <>
      {!state.picture && <NoPicture side={side} />}
      <RemoteScreen
        picture={state.picture}
        sound={state.sound}
        label={`Live video of ${other.username}`}
        fit={cover ? "cover" : "contain"}
      />
      <Waiting side={side} />
    </>
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
          <VideoOff size={24} role="img" aria-label="Your camera is off" />
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
      <p className="text-h3 font-bold">{other.username}</p>
      <p className="flex items-center gap-2 text-label font-normal text-white/85">
        {voice && <Mic size={16} aria-hidden />}
        {words(side)}
      </p>
    </div>
  );
}

function words({ isPerformer, show }: Side): string {
  if (!isPerformer) return show.status === "live" ? "The camera is off" : "";
  if (show.camera === "audio") return "Voice only";
  return show.camera === "video" ? "The camera is off" : "Watches without a camera";
}

/** Why there is no picture yet, or again, and how long that is waited for. */
function Waiting({ side }: { side: Side }) {
  const { show, state, other } = side;
  const { connectSeconds, reconnectSeconds } = useSettings();
  const now = useNow();
  const mending = state.receiving === "mending" || state.sending === "mending";
  if (show.status === "live" && !mending) return null;
  const starting = show.status === "starting";
  const most = starting ? connectSeconds : reconnectSeconds;
  const passed = Math.max(0, now - (state.waitsSince ?? now)) / 1000;
  const left = Math.max(0, Math.ceil(most - passed));
  const counted = show.status !== "live" && left > 0;
  return (
    <Veil>
      <Spinner size={36} label="" />
      <p role="status" className="text-h3 font-bold">
        {starting ? `Connecting to ${other.username}…` : "Reconnecting…"}
      </p>
      <p className="max-w-sm text-label font-normal text-white/85">
        {starting
          ? "The show starts when both pictures are here. Nothing is charged yet."
          : "The meter stands still until the picture is back."}
      </p>
      {counted && (
        <p role="timer" aria-label="Time left" className="tnum text-label">
          The show ends in {countOf(left, "second")} otherwise.
        </p>
      )}
    </Veil>
  );
}

export function Veil({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-black/65 p-6 text-center text-white backdrop-blur-sm">
      {children}
    </div>
  );
}
