import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { watchFrames } from "../frames";
import type { RemotePicture } from "../receive";
import { shownFrames } from "../shown";
import { useQuality } from "./useQuality";
import { type Heard, useSound } from "./useSound";

/** A picture as a player shows it. */
export type PlayablePicture = RemotePicture & {
  /** It brings its own sound; otherwise that comes as a track. */
  sounding?: boolean;
  /** Absent when it is never behind. */
  delay?: {
    /** Seconds behind where it should be. */
    behind: () => number;
    /** Goes there. */
    catchUp: () => void;
  };
};

type Source = {
  picture: PlayablePicture | undefined;
  track: MediaStreamTrack | undefined;
  heard: Heard;
  /** A frame is on screen. */
  onFrame?: () => void;
  /** No frame is to come until somebody presses ▶. */
  onHeld?: () => void;
};

declare global {
  interface HTMLVideoElement {
    /** An iPhone's only full screen. */
    webkitEnterFullscreen?: () => void;
    webkitExitFullscreen?: () => void;
    webkitDisplayingFullscreen?: boolean;
  }
}

/**
 * What a player knows and does: the picture goes on by itself when the page is seen again, after
 * a lock screen or a call, unless its viewer has paused it.
 */
export function usePlayer({ picture, track, heard, onFrame, onHeld }: Source) {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const audio = useRef<HTMLAudioElement>(null);
  const sound = useSound(heard);
  const { quality, choose } = useQuality(picture);
  const [paused, setPaused] = useState(false);
  const [shown, setShown] = useState(false);
  const stopped = useRef(false); // by the viewer's own press

  function hold() {
    setPaused(true);
    onHeld?.();
  }

  /** Starts the picture; a browser that refuses leaves a big ▶. */
  function play(element: HTMLVideoElement) {
    element.play().then(
      () => setPaused(false),
      (refusal: unknown) => {
        if (refusal instanceof DOMException && refusal.name === "AbortError") return; // another picture has come
        if (element.muted) return hold();
        sound.hold();
        element.muted = true; // without its sound it may start
        play(element);
      },
    );
  }

  const resume = useEffectEvent(() => {
    const element = video.current;
    if (document.hidden || stopped.current || element === null || picture === undefined) return;
    if (element.paused) {
      play(element);
      picture.delay?.catchUp();
    }
    if (!sound.muted) audio.current?.play().catch(sound.hold);
  });
  useEffect(() => {
    const again = () => resume();
    document.addEventListener("visibilitychange", again);
    window.addEventListener("pageshow", again);
    window.addEventListener("online", again);
    return () => {
      document.removeEventListener("visibilitychange", again);
      window.removeEventListener("pageshow", again);
      window.removeEventListener("online", again);
    };
  }, []);

  const attached = useEffectEvent((element: HTMLVideoElement) => {
    stopped.current = false;
    setPaused(false);
    play(element);
  });
  useEffect(() => {
    const element = video.current;
    if (element === null || picture === undefined) return;
    picture.attach(element);
    attached(element);
    const again = () => resume(); // an iPhone stops what leaves its full screen
    element.addEventListener("webkitendfullscreen", again);
    return () => {
      element.removeEventListener("webkitendfullscreen", again);
      picture.detach(element);
      setShown(false);
    };
  }, [picture]);

  const isOn = picture !== undefined;
  useEffect(() => {
    const element = video.current;
    return isOn ? () => leaveNativePlayer(element) : undefined;
  }, [isOn]);

  return {
    box,
    video,
    audio,
    picture,
    track,
    sound,
    quality,
    choose,
    paused,
    shown,
    /** Frames arrive; undefined while that is not known, as in a hidden page. */
    moves: useMoves(video, shown && !paused),
    started() {
      setShown(true);
      setPaused(false);
      onFrame?.();
    },
    halted: () => picture && hold(),
    togglePlay() {
      const element = video.current;
      if (element === null || picture === undefined) return;
      stopped.current = !element.paused;
      if (element.paused) play(element);
      else element.pause();
    },
    toggleMute: () => sound.setMuted(!sound.muted),
    toggleFullScreen() {
      const [whole, element] = [box.current, video.current];
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      else if (whole?.requestFullscreen) whole.requestFullscreen().catch(() => {});
      else element?.webkitEnterFullscreen?.();
    },
    /** Lets the page be seen that an iPhone's own player covers. */
    showPage: () => leaveNativePlayer(video.current),
    float: () => {
      video.current?.requestPictureInPicture().catch(() => {});
    },
  };
}

export type PlayerHandle = ReturnType<typeof usePlayer>;

function leaveNativePlayer(element: HTMLVideoElement | null) {
  if (element?.webkitDisplayingFullscreen) element.webkitExitFullscreen?.();
}

function useMoves(video: RefObject<HTMLVideoElement | null>, plays: boolean): boolean | undefined {
  const [moves, setMoves] = useState<boolean>();
  const [isSeen, setIsSeen] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setIsSeen(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  const isJudged = plays && isSeen; // nobody paints for a hidden page
  useEffect(() => {
    if (!isJudged) return;
    const element = video.current;
    if (element === null) return;
    const frames = shownFrames(element);
    const stop = watchFrames(
      async () => ({ frames: frames.count(), received: undefined }),
      setMoves,
    );
    return () => {
      stop();
      frames.stop();
      setMoves(undefined);
    };
  }, [isJudged, video]);
  return moves;
}
