import { useEffect, useEffectEvent } from "react";
import { cx } from "@/lib/cx";
import type { PlayerHandle } from "./usePlayer";

type ScreenProps = {
  player: PlayerHandle;
  label: string;
  fit: "cover" | "contain";
  /** Nothing of the picture is to be seen. */
  blank: boolean;
  onClick: () => void;
};

/** The picture and the sound of the stream. Where they come apart they play in elements of their own: the picture may always start by itself, the sound may not. */
export function Screen({ player, label, fit, blank, onClick }: ScreenProps) {
  const { video, audio, picture, track, sound, paused, shown } = player;
  const { muted, volume } = sound;
  const sounding = picture?.sounding === true;

  const hold = useEffectEvent(sound.hold);
  useEffect(() => {
    const element = video.current;
    if (element === null || !sounding) return;
    element.volume = volume;
    element.muted = muted;
    if (!paused && !muted) element.play().catch(hold);
  }, [sounding, muted, volume, paused, video]);

  // What is not heard is not connected: a browser opens the device's output for it, and the page waits.
  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.srcObject = track && !muted ? new MediaStream([track]) : null;
  }, [track, muted, audio]);

  const holds = paused && picture !== undefined;
  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.volume = volume;
    element.muted = muted;
    if (holds || muted || track === undefined) element.pause();
    else element.play().catch(hold);
  }, [muted, volume, holds, track, audio]);

  return (
    <>
      <video
        ref={video}
        playsInline
        muted={!sounding || muted}
        autoPlay
        aria-label={label}
        tabIndex={-1}
        onClick={onClick}
        onPlaying={player.started}
        onPause={player.halted}
        className={cx(
          "absolute inset-0 size-full transition-opacity duration-200",
          fit === "cover" ? "object-cover" : "object-contain",
          (!shown || blank) && "opacity-0",
        )}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: live talk has no captions yet; the chat carries text. */}
      <audio ref={audio} />
    </>
  );
}
