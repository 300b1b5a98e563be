import {
  Captions as CaptionsIcon,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from "lucide-react";
import { useMediaSelector } from "media-chrome/react/media-store";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { formatDuration } from "@/lib/time";
import { SeekBar } from "./SeekBar";
import { SettingsMenu } from "./SettingsMenu";
import { t } from "./texts";
import type { CaptionsChoice } from "./useCaptions";
import type { Sizes } from "./useEngine";
import type { Video } from "./useVideo";

const base =
  "grid size-11 shrink-0 place-items-center rounded-md transition-colors hover:bg-white/15";
const look = {
  bar: `${base} text-white`,
  /** A thumb on the picture reaches the middle instead. */
  mouse: `${base} text-white pointer-coarse:hidden`,
  off: `${base} text-white/60`,
  round: "grid size-12 place-items-center rounded-full bg-black/50 text-white active:bg-black/70",
  large: "grid size-16 place-items-center rounded-full bg-black/60 text-white active:bg-black/75",
};

type ControlProps = {
  label: string;
  shortcut: string;
  look?: keyof typeof look;
  pressed?: boolean;
  onClick: () => unknown;
  children: ReactNode;
};

function Control({ label, shortcut, look: shape = "bar", pressed, ...rest }: ControlProps) {
  const { onClick, children } = rest;
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      title={`${label} (${shortcut})`}
      className={look[shape]}
      onClick={() => onClick()}
    >
      {children}
    </button>
  );
}

type ControlsProps = {
  video: Video;
  sizes: Sizes;
  captions: CaptionsChoice;
  isShown: boolean;
  addressNow: (address: string) => string;
  onKeys: () => void;
};

/** What stands under the video: its bar, and the buttons in one row that fits a phone. */
export function Controls({ video, sizes, captions, isShown, addressNow, onKeys }: ControlsProps) {
  return (
    <div
      data-video-controls
      className={cx(
        "pointer-events-none absolute inset-x-0 bottom-0 z-10 bg-[linear-gradient(to_top,rgb(0_0_0/.82),transparent)] px-2 pt-10 pb-1 transition-opacity duration-200 sm:px-4 sm:pb-2",
        !isShown && "opacity-0",
      )}
    >
      <div className={cx(isShown && "pointer-events-auto")}>
        <SeekBar video={video} addressNow={addressNow} />
        <div className="-mt-1.5 flex items-center sm:gap-1">
          <PlayControl video={video} />
          <SoundControls video={video} />
          <Times duration={video.duration} />
          <span className="ms-auto flex items-center sm:gap-1">
            {captions.list.length > 0 && (
              <Control
                label={t("Captions")}
                shortcut="c"
                pressed={captions.shown !== undefined}
                look={captions.shown === undefined ? "off" : "bar"}
                onClick={captions.toggle}
              >
                <CaptionsIcon size={21} aria-hidden />
              </Control>
            )}
            <SettingsMenu
              video={video}
              sizes={sizes}
              captions={captions}
              className={look.bar}
              onKeys={onKeys}
            />
            {video.can.float && (
              <Control label={t("Picture in picture")} shortcut="p" onClick={video.toggleFloat}>
                <PictureInPicture2 size={20} aria-hidden />
              </Control>
            )}
            {video.can.fill && (
              <Control
                label={video.isFull ? t("Leave full screen") : t("Full screen")}
                shortcut="f"
                onClick={video.toggleFull}
              >
                {video.isFull ? (
                  <Minimize size={20} aria-hidden />
                ) : (
                  <Maximize size={20} aria-hidden />
                )}
              </Control>
            )}
          </span>
        </div>
      </div>
    </div>
  );
}

function PlayControl({ video }: { video: Video }) {
  const Icon = video.paused ? Play : Pause;
  return (
    <Control
      label={video.paused ? t("Play") : t("Pause")}
      shortcut="k"
      look="mouse"
      onClick={video.togglePlay}
    >
      <Icon size={21} className="fill-current" aria-hidden />
    </Control>
  );
}

function SoundControls({ video }: { video: Video }) {
  const Icon = video.muted ? VolumeX : Volume2;
  const level = video.muted ? 0 : video.volume;
  return (
    <>
      <Control
        label={video.muted ? t("Unmute") : t("Mute")}
        shortcut="m"
        onClick={video.toggleMute}
      >
        <Icon size={21} aria-hidden />
      </Control>
      {video.can.setVolume && (
        <span className="relative hidden h-11 w-24 items-center sm:pointer-fine:flex">
          <span className="pointer-events-none absolute inset-x-0 h-1 rounded-full bg-white/25">
            <span
              className="absolute inset-y-0 start-0 rounded-full bg-white"
              style={{ width: `${level * 100}%` }}
            />
          </span>
          <input
            type="range"
            data-volume
            min={0}
            max={1}
            step={0.05}
            value={level}
            onChange={({ target }) => video.setVolume(target.valueAsNumber)}
            aria-label={t("Volume")}
            className="video-volume absolute inset-x-0 h-11 w-full"
          />
        </span>
      )}
    </>
  );
}

function Times({ duration }: { duration: number }) {
  const seconds = useMediaSelector((state) => Math.floor(state.mediaCurrentTime ?? 0));
  return (
    <span className="tnum px-1.5 text-caption whitespace-nowrap text-white/90">
      {formatDuration(seconds * 1000)}
      <span className="text-white/60"> / {formatDuration(duration * 1000)}</span>
    </span>
  );
}

type MiddleProps = { video: Video; isShown: boolean; onSaid: (words: string) => void };

/** On a phone: what a thumb reaches, in the middle of the picture. */
export function Middle({ video, isShown, onSaid }: MiddleProps) {
  const Icon = video.paused ? Play : Pause;
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-0 z-[5] hidden place-content-center pb-8 transition-opacity duration-200 pointer-coarse:grid",
        !isShown && "invisible opacity-0",
      )}
    >
      <div className="pointer-events-auto flex items-center gap-6">
        <Control
          label={t("Back 10 seconds")}
          shortcut="j"
          look="round"
          onClick={() => onSaid(video.skip(-10))}
        >
          <RotateCcw size={22} aria-hidden />
        </Control>
        <Control
          label={video.paused ? t("Play") : t("Pause")}
          shortcut="k"
          look="large"
          onClick={video.togglePlay}
        >
          <Icon size={30} className="fill-current" aria-hidden />
        </Control>
        <Control
          label={t("Forward 10 seconds")}
          shortcut="l"
          look="round"
          onClick={() => onSaid(video.skip(10))}
        >
          <RotateCw size={22} aria-hidden />
        </Control>
      </div>
    </div>
  );
}
