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
import { t } from "./texts";
import type { PlayerHandle } from "./usePlayer";

type TapControlsProps = {
  player: PlayerHandle;
  canPause: boolean;
  isOpen: boolean;
  /** Somebody uses them: they stay for a while longer. */
  onUse: () => void;
  more?: Choice | undefined;
};

/** The controls of a phone, which a tap on the picture brings. By keyboard they are there all the time. */
export function TapControls({ player, canPause, isOpen, onUse, more }: TapControlsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no toolbar.
    <div
      role="group"
      aria-label={t("Player controls")}
      onClickCapture={onUse}
      onInputCapture={onUse}
      className={cx(
        "absolute inset-x-0 z-10 mx-auto grid w-fit justify-items-center gap-1 rounded-xl transition-opacity duration-200 focus-within:pointer-events-auto focus-within:opacity-100",
        canPause ? "top-[26%] landscape:top-[18%]" : "top-[34%]", // a paid show has one's own picture there
        !isOpen && "pointer-events-none opacity-0",
      )}
    >
      <div className="flex gap-2.5">
        <MuteButton player={player} look="round" />
        {(canPause || player.paused) && <PlayButton player={player} look="round" />}
        <SettingsMenu player={player} look="round" more={more} />
        <FloatButton player={player} look="round" />
        <FullScreenButton player={player} look="round" />
      </div>
      <VolumeSlider player={player} className="w-40 drop-shadow-md landscape:hidden" />
    </div>
  );
}
