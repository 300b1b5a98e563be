import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import type { Sound } from "./useSound";
import type { Watching } from "./useWatch";

type ScreenProps = {
  video: RefObject<HTMLVideoElement | null>;
  watching: Watching;
  sound: Sound;
  paused: boolean;
  onPaused: (paused: boolean) => void;
  /** The first frame of a picture is on screen, or no longer. */
  onFrame: (shown: boolean) => void;
  label: string;
  fit: "cover" | "contain";
  onClick: () => void;
};

/** The picture and the sound of the stream. Where they come apart they play in elements of their own: the picture may always start by itself, the sound may not. */
export function Screen(props: ScreenProps) {
  const { video, watching, sound, paused, onPaused, onFrame, label, fit, onClick } = props;
  const { picture, sound: track } = watching;
  const audio = useRef<HTMLAudioElement>(null);
  const [shown, setShown] = useState(false);

  const frame = useEffectEvent((there: boolean) => {
    setShown(there);
    onFrame(there);
  });
  useEffect(() => {
    const element = video.current;
    if (element === null || picture === undefined) return;
    picture.attach(element);
    return () => {
      picture.detach(element);
      frame(false);
    };
  }, [picture, video]);

  const silenced = useEffectEvent(() => sound.setMuted(true));
  const sounding = picture?.sounding === true;
  useEffect(() => {
    const element = video.current;
    if (element === null || !sounding) return;
    element.volume = sound.volume;
    element.muted = sound.muted;
    if (!paused && !sound.muted) element.play().catch(silenced);
  }, [sounding, sound.muted, sound.volume, paused, video]);

  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.srcObject = track ? new MediaStream([track]) : null;
  }, [track]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another track must be started too.
  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.volume = sound.volume;
    element.muted = sound.muted;
    if (paused || sound.muted) element.pause();
    else element.play().catch(silenced);
  }, [sound.muted, sound.volume, paused, track]);

  return (
    <>
      <video
        ref={video}
        playsInline
        muted={!sounding || sound.muted}
        autoPlay
        aria-label={label}
        tabIndex={-1}
        onClick={onClick}
        onPlaying={() => {
          watching.saw();
          frame(true);
          onPaused(false);
        }}
        onPause={() => picture && onPaused(true)}
        className={cx(
          "absolute inset-0 size-full transition-opacity duration-200",
          fit === "cover" ? "object-cover" : "object-contain",
          !shown && "opacity-0",
        )}
      />
      {/* biome-ignore lint/a11y/useMediaCaption: live talk has no captions yet; the chat carries text. */}
      <audio ref={audio} autoPlay={!sound.muted} />
    </>
  );
}
