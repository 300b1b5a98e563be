import { Play, Volume2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { cx } from "@/lib/cx";
import { Bar } from "./Bar";
import type { Choice } from "./Controls";
import { Screen } from "./Screen";
import { TapControls } from "./TapControls";
import { t } from "./texts";
import type { PlayerHandle } from "./usePlayer";
import { usePlayerKeys } from "./usePlayerKeys";

type PlayerProps = {
  player: PlayerHandle;
  /** Who is seen. */
  name: string;
  /** Stands where no frame is. */
  poster: ReactNode;
  /** What is true of the picture when it is not simply playing, over it. */
  said?: ReactNode;
  /** Nothing of the picture is to be seen, whatever arrives. */
  blank?: boolean;
  /** The controls: a bar under the picture, or, on a phone, what a tap on it brings. */
  controls: "bar" | "tap" | "none";
  /** A paid show is not paused by its viewer: its meter runs on. */
  canPause?: boolean;
  /** What else may be chosen of this stream. */
  more?: Choice | undefined;
  /** In the bar, before, between and after the player's own controls. */
  bar?: { start?: ReactNode; middle?: ReactNode; end?: ReactNode };
  /** Over the picture, such as badges. */
  children?: ReactNode;
};

/** How long a phone's controls stay, in milliseconds. */
const stay = 4000;

/** One live picture with its sound and its controls, the same in public, paid and group shows. */
export function Player(props: PlayerProps) {
  const { player, name, poster, said, blank = false, controls, canPause = true } = props;
  const { picture, sound, paused, shown } = player;
  const [isOpen, setIsOpen] = useState(false);
  const [used, setUsed] = useState(0);
  usePlayerKeys(player, { canPause });

  const covered = useEffectEvent(player.showPage);
  useEffect(() => {
    if (blank) covered();
  }, [blank]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each use lets them stay as long again.
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setIsOpen(false), stay);
    return () => clearTimeout(timer);
  }, [isOpen, used]);

  const taps = controls === "tap";
  const press = taps ? () => setIsOpen((was) => !was) : () => canPause && player.togglePlay();
  const silent = sound.muted && (player.track !== undefined || picture?.sounding === true);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no player.
    <div
      ref={player.box}
      role="group"
      aria-label={t("Live video of {name}", { name })}
      className="group/player relative size-full overflow-hidden bg-black text-white"
    >
      {(!shown || blank) && poster}
      <Screen
        player={player}
        label={t("Live video of {name}", { name })}
        fit={taps ? "cover" : "contain"}
        blank={blank}
        onClick={press}
      />
      {props.children}
      {said}
      {paused && picture && !isOpen && <BigPlay onPress={player.togglePlay} taps={taps} />}
      {silent && !isOpen && !paused && <SoundButton taps={taps} onPress={player.toggleMute} />}
      {controls === "bar" && (
        <Bar
          player={player}
          canPause={canPause}
          hides={shown && props.bar?.start === undefined && props.bar?.end === undefined}
          more={props.more}
          {...props.bar}
        />
      )}
      {taps && (
        <TapControls
          player={player}
          canPause={canPause}
          isOpen={isOpen}
          onUse={() => setUsed((times) => times + 1)}
          more={props.more}
        />
      )}
    </div>
  );
}

type PressProps = { taps: boolean; onPress: () => void };

/** Where the picture was stopped, by its viewer or by the browser. */
function BigPlay({ taps, onPress }: PressProps) {
  return (
    <button
      type="button"
      aria-label={t("Play the live picture")}
      onClick={onPress}
      className={cx(
        "rise absolute left-1/2 z-20 grid size-20 -translate-x-1/2 place-items-center rounded-full bg-black/65 text-white backdrop-blur-md hover:bg-black/80",
        taps ? "top-[40%]" : "top-[calc(50%-40px)]",
      )}
    >
      <Play size={38} className="ms-1 fill-current rtl:ms-0 rtl:me-1" aria-hidden />
    </button>
  );
}

function SoundButton({ taps, onPress }: PressProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        "rise absolute left-1/2 z-10 flex h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-black/65 px-4 text-label font-semibold text-white backdrop-blur-md hover:bg-black/80",
        taps ? "top-[calc(env(safe-area-inset-top)+132px)]" : "top-4",
      )}
    >
      <Volume2 size={18} aria-hidden />
      {taps ? t("Tap for sound") : t("Turn the sound on")}
    </button>
  );
}
