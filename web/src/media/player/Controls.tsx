import {
  Check,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Settings2,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Menu, menuItem } from "@/ui/Menu";
import { t } from "./texts";
import type { PlayerHandle } from "./usePlayer";
import { qualities } from "./useQuality";

type PlayerProps = { player: PlayerHandle };

/** How a button over the picture looks; `round` stands on the picture itself, without a bar behind it. */
const look = {
  bar: "grid size-11 place-items-center rounded-md text-white transition-colors hover:bg-white/15",
  round:
    "grid size-11 place-items-center rounded-full bg-black/60 text-white backdrop-blur-md active:bg-black/80",
};
export type ControlLook = keyof typeof look;

type ControlProps = {
  label: string;
  look: ControlLook;
  shortcut?: string;
  onClick: () => void;
  children: ReactNode;
};

function Control({ label, look: shape, shortcut, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut ? `${label} (${shortcut === "Space" ? t("Space") : shortcut})` : label}
      aria-keyshortcuts={shortcut}
      className={look[shape]}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

type LookProps = PlayerProps & { look: ControlLook };

export function PlayButton({ player, look }: LookProps) {
  const Icon = player.paused ? Play : Pause;
  return (
    <Control
      label={player.paused ? t("Play") : t("Pause")}
      shortcut="Space"
      look={look}
      onClick={player.togglePlay}
    >
      <Icon size={21} className="fill-current" aria-hidden />
    </Control>
  );
}

export function MuteButton({ player, look }: LookProps) {
  const { muted } = player.sound;
  const Icon = muted ? VolumeX : Volume2;
  return (
    <Control
      label={muted ? t("Unmute") : t("Mute")}
      shortcut="m"
      look={look}
      onClick={player.toggleMute}
    >
      <Icon size={21} aria-hidden />
    </Control>
  );
}

/** Nothing on an iPhone, whose own buttons alone set the volume. */
export function VolumeSlider({
  player: { sound },
  className,
}: PlayerProps & { className: string }) {
  if (!setsVolume()) return null;
  return (
    <input
      type="range"
      min={0}
      max={1}
      step={0.05}
      value={sound.muted ? 0 : sound.volume}
      onChange={({ target }) => sound.setVolume(target.valueAsNumber)}
      aria-label={t("Volume")}
      className={cx("h-11 cursor-pointer accent-white", className)}
    />
  );
}

let settable: boolean | undefined;

function setsVolume(): boolean {
  if (settable === undefined) {
    const probe = document.createElement("audio");
    probe.volume = 0.5;
    settable = probe.volume === 0.5;
  }
  return settable;
}

export function FloatButton({ player, look }: LookProps) {
  if (!document.pictureInPictureEnabled) return null;
  return (
    <Control label={t("Picture in picture")} look={look} onClick={player.float}>
      <PictureInPicture2 size={20} aria-hidden />
    </Control>
  );
}

export function FullScreenButton({ player, look }: LookProps) {
  return (
    <Control label={t("Full screen")} shortcut="f" look={look} onClick={player.toggleFullScreen}>
      <Maximize size={20} aria-hidden />
    </Control>
  );
}

/** Something else to choose of this stream. */
export type Choice = {
  list: readonly { id: string; label: string }[];
  chosen: string;
  onChoose: (id: string) => void;
};

/** What the viewer may choose of this stream; nothing when there is no choice. */
export function SettingsMenu({
  player,
  look: shape,
  more,
}: LookProps & { more?: Choice | undefined }) {
  const sizes = player.picture?.choose !== undefined;
  if (!sizes && more === undefined) return null;
  return (
    <Menu
      label={sizes ? t("Quality") : t("Connection")}
      trigger={<Settings2 size={20} aria-hidden />}
      triggerClassName={look[shape]}
      className="w-56"
    >
      {sizes && <Choices list={qualities()} chosen={player.quality} onChoose={player.choose} />}
      {sizes && more && <hr className="my-1 border-line" />}
      {more && <Choices {...more} />}
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
      {id === chosen && <span className="sr-only">, {t("chosen")}</span>}
    </button>
  ));
}
