import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import {
  type Choice,
  FloatButton,
  FullScreenButton,
  MuteButton,
  PlayButton,
  SettingsMenu,
  VolumeSlider,
} from "./Controls";
import type { PlayerHandle } from "./usePlayer";

type BarProps = {
  player: PlayerHandle;
  /** A paid show is not paused by its viewer: its meter runs on. */
  canPause: boolean;
  /** Goes while nobody points at it. */
  hides: boolean;
  more?: Choice | undefined;
  /** Before, between and after the player's own controls. */
  start?: ReactNode;
  middle?: ReactNode;
  end?: ReactNode;
};

/** The bar under the video. */
export function Bar({ player, canPause, hides, more, start, middle, end }: BarProps) {
  return (
    <div
      className={cx(
        "absolute inset-x-0 bottom-0 z-10 flex items-center gap-1 bg-[linear-gradient(to_top,rgb(0_0_0/.78),transparent)] px-3 pt-14 pb-3 transition-opacity duration-200",
        hides &&
          !player.paused &&
          "pointer-fine:opacity-0 pointer-fine:group-hover/player:opacity-100 pointer-fine:group-focus-within/player:opacity-100",
      )}
    >
      {start && <span className="me-2 flex items-center gap-2">{start}</span>}
      {canPause && <PlayButton player={player} look="bar" />}
      <MuteButton player={player} look="bar" />
      <VolumeSlider player={player} className="w-24" />
      {middle}
      <span className="ms-auto flex items-center gap-1">
        <SettingsMenu player={player} look="bar" more={more} />
        <FloatButton player={player} look="bar" />
        <FullScreenButton player={player} look="bar" />
      </span>
      {end && <span className="ms-2">{end}</span>}
    </div>
  );
}
