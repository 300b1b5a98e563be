import {
  Check,
  FastForward,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Settings,
  Volume2,
  VolumeX,
} from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { cx } from "@/lib/cx";
import { formatDuration } from "@/lib/time";
import type { Quality } from "@/media/receive";
import { Menu, menuItem } from "@/ui/Menu";
import type { PlayerActions } from "./Player";
import type { Picture } from "./stream";
import type { Sound } from "./useSound";
import type { Watching } from "./useWatch";
import { hasTwoWays, ways } from "./ways";

type ControlsProps = {
  video: RefObject<HTMLVideoElement | null>;
  watching: Watching;
  sound: Sound;
  paused: boolean;
  quality: Quality;
  actions: PlayerActions;
};

const control =
  "grid size-11 place-items-center rounded-md text-white transition-colors hover:bg-white/15";

/** The bar under the video; it goes while nobody points at it. */
export function Controls({ video, watching, sound, paused, quality, actions }: ControlsProps) {
  const playing = watching.phase === "playing";
  return (
    <div
      className={cx(
        "absolute inset-x-0 bottom-0 flex items-center gap-1 bg-[linear-gradient(to_top,rgb(0_0_0/.78),transparent)] px-3 pt-14 pb-3 transition-opacity duration-200",
        playing &&
          !paused &&
          "pointer-fine:opacity-0 pointer-fine:group-hover/player:opacity-100 pointer-fine:group-focus-within/player:opacity-100",
      )}
    >
      <Control label={paused ? "Play" : "Pause"} shortcut="Space" onClick={actions.togglePlay}>
        {paused ? (
          <Play size={21} className="fill-current" aria-hidden />
        ) : (
          <Pause size={21} className="fill-current" aria-hidden />
        )}
      </Control>
      <Control label={sound.muted ? "Unmute" : "Mute"} shortcut="m" onClick={actions.toggleMute}>
        {sound.muted ? <VolumeX size={21} aria-hidden /> : <Volume2 size={21} aria-hidden />}
      </Control>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={sound.muted ? 0 : sound.volume}
        onChange={({ target }) => sound.setVolume(target.valueAsNumber)}
        aria-label="Volume"
        className="h-11 w-24 cursor-pointer accent-white"
      />
      <span className="ml-3 inline-flex items-center gap-1.5 text-caption font-semibold text-white">
        <i aria-hidden className="size-2 rounded-full bg-live" />
        Live
        <LiveClock since={watching.since} />
      </span>
      <CatchUp picture={watching.picture} />
      <span className="ml-auto flex gap-1">
        <SettingsMenu watching={watching} quality={quality} onChoose={actions.choose} />
        {document.pictureInPictureEnabled && (
          <Control
            label="Picture in picture"
            onClick={() => {
              video.current?.requestPictureInPicture().catch(() => {});
            }}
          >
            <PictureInPicture2 size={20} aria-hidden />
          </Control>
        )}
        <Control label="Full screen" shortcut="f" onClick={actions.toggleFullScreen}>
          <Maximize size={20} aria-hidden />
        </Control>
      </span>
    </div>
  );
}

type ControlProps = {
  label: string;
  shortcut?: string;
  onClick: () => void;
  children: ReactNode;
};

function Control({ label, shortcut, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      aria-keyshortcuts={shortcut}
      className={control}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

const qualities: readonly { id: Quality; label: string }[] = [
  { id: "auto", label: "Auto" },
  { id: "medium", label: "Medium" },
  { id: "low", label: "Low, saves data" },
];

type SettingsMenuProps = {
  watching: Watching;
  quality: Quality;
  onChoose: (quality: Quality) => void;
};

/** What the viewer may choose of this stream; nothing when there is no choice. */
function SettingsMenu({ watching, quality, onChoose }: SettingsMenuProps) {
  const sizes = watching.picture?.choose !== undefined;
  const twoWays = hasTwoWays(watching);
  if (!sizes && !twoWays) return null;
  return (
    <Menu
      label={sizes ? "Quality" : "Connection"}
      trigger={<Settings size={20} aria-hidden />}
      triggerClassName={control}
      className="w-56"
    >
      {sizes && <Choices list={qualities} chosen={quality} onChoose={onChoose} />}
      {sizes && twoWays && <hr className="my-1 border-line" />}
      {twoWays && <Choices list={ways} chosen={watching.wanted} onChoose={watching.chooseWay} />}
    </Menu>
  );
}

type ChoicesProps<T extends string> = {
  list: readonly { id: T; label: string }[];
  chosen: T;
  onChoose: (id: T) => void;
};

function Choices<T extends string>({ list, chosen, onChoose }: ChoicesProps<T>) {
  return list.map(({ id, label }) => (
    <button
      key={id}
      type="button"
      role="menuitem"
      className={menuItem}
      onClick={() => onChoose(id)}
    >
      <Check size={16} aria-hidden className={cx(id !== chosen && "invisible")} />
      {label}
      {id === chosen && <span className="sr-only">, chosen</span>}
    </button>
  ));
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
      className="ml-2 flex min-h-11 items-center gap-1.5 rounded-md px-3 text-caption font-semibold text-white hover:bg-white/15"
    >
      <FastForward size={16} aria-hidden />
      Jump to live
    </button>
  );
}

/** How long she has been live, by the second. */
function LiveClock({ since }: { since: string | undefined }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (since === undefined) return null;
  return (
    <span className="tnum font-normal text-white/75">
      {formatDuration(now - Date.parse(since))}
    </span>
  );
}
