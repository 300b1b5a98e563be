import { Volume2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import type { Quality } from "@/media/receive";
import type { Profile } from "@/performers/types";
import { Spinner } from "@/ui/Spinner";
import { Controls } from "./Controls";
import { Poster } from "./Poster";
import { Screen } from "./Screen";
import { usePlayerKeys } from "./usePlayerKeys";
import { useSound } from "./useSound";
import type { Watching } from "./useWatch";

type PlayerProps = {
  performer: Profile;
  watching: Watching;
  /** The whole screen of a phone: no control bar. */
  bare?: boolean;
  /** Over the picture, such as badges. */
  children?: ReactNode;
};

/** The stage: video with its controls, or the poster with the reason why there is none. */
export function Player({ performer, watching, bare = false, children }: PlayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const sound = useSound();
  const [paused, setPaused] = useState(false);
  const [frame, setFrame] = useState(false);
  const [quality, setQuality] = useState<Quality>("auto");
  const { phase, picture } = watching;

  const actions = {
    togglePlay: () => {
      const element = video.current;
      if (element === null || picture === undefined) return;
      if (!element.paused) element.pause();
      else element.play().catch(() => setPaused(true));
    },
    toggleMute: () => sound.setMuted(!sound.muted),
    toggleFullScreen: () => {
      const change = document.fullscreenElement
        ? document.exitFullscreen()
        : box.current?.requestFullscreen();
      change?.catch(() => {});
    },
    choose: (next: Quality) => {
      setQuality(next);
      picture?.choose?.(next);
    },
  };
  usePlayerKeys(actions);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no player.
    <div
      ref={box}
      role="group"
      aria-label={`Live video of ${performer.name}`}
      className="group/player relative size-full overflow-hidden bg-black"
    >
      {!frame && <Poster performer={performer} expected={phase !== "off"} tall={bare} />}
      <Screen
        video={video}
        watching={watching}
        sound={sound}
        paused={paused}
        onPaused={setPaused}
        onFrame={setFrame}
        label={`Live video of ${performer.name}`}
        fit={bare ? "cover" : "contain"}
        onClick={bare ? () => {} : actions.togglePlay}
      />
      {children}
      <Waiting watching={watching} frame={frame} />
      {frame && sound.muted && (watching.sound || picture?.sounding) && (
        <button
          type="button"
          onClick={actions.toggleMute}
          className={cx(
            "rise absolute left-1/2 flex h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-black/65 px-4 text-label font-semibold text-white backdrop-blur-md hover:bg-black/80",
            bare ? "top-[calc(env(safe-area-inset-top)+132px)]" : "top-4",
          )}
        >
          <Volume2 size={18} aria-hidden />
          {bare ? "Tap for sound" : "Turn the sound on"}
        </button>
      )}
      {!bare && phase !== "off" && (
        <Controls
          video={video}
          watching={watching}
          sound={sound}
          paused={paused}
          quality={quality}
          actions={actions}
        />
      )}
    </div>
  );
}

export type PlayerActions = {
  togglePlay: () => void;
  toggleMute: () => void;
  toggleFullScreen: () => void;
  choose: (quality: Quality) => void;
};

const words = {
  connecting: "Connecting to the show",
  waiting: "Waiting for the picture",
  reconnecting: "Reconnecting",
  playing: "Starting the picture",
};

function Waiting({ watching, frame }: { watching: Watching; frame: boolean }) {
  const { phase } = watching;
  if (phase === "off" || (phase === "playing" && frame)) return null;
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-3 text-white"
    >
      <Spinner size={40} label="" className="text-white/90" />
      <span className="rounded-full bg-black/55 px-3 py-1 text-caption font-medium">
        {words[phase]}…
      </span>
    </div>
  );
}
