import {
  MediaActionTypes as Act,
  type AvailabilityStates,
  useMediaDispatch,
  useMediaSelector,
} from "media-chrome/react/media-store";
import { kept, speeds } from "./kept";
import { t } from "./texts";

/** What can be done with the video, in words of the controls; what it answers is said to the viewer. */
export function useVideo(video: { current: HTMLVideoElement | null }) {
  const dispatch = useMediaDispatch();
  const paused = useMediaSelector((state) => state.mediaPaused ?? true);
  const muted = useMediaSelector((state) => state.mediaMuted ?? false);
  const volume = useMediaSelector((state) => state.mediaVolume ?? kept.volume);
  const speed = useMediaSelector((state) => state.mediaPlaybackRate ?? 1);
  const duration = useMediaSelector((state) => finite(state.mediaDuration));
  const isFull = useMediaSelector((state) => state.mediaIsFullscreen ?? false);
  const isFloating = useMediaSelector((state) => state.mediaIsPip ?? false);
  const can = {
    fill: useMediaSelector((state) => isThere(state.mediaFullscreenUnavailable)),
    float: useMediaSelector((state) => isThere(state.mediaPipUnavailable)),
    setVolume: useMediaSelector((state) => isThere(state.mediaVolumeUnavailable)),
  };

  const now = () => video.current?.currentTime ?? 0;
  const seek = (seconds: number) => {
    const at = Math.min(Math.max(0, seconds), duration);
    dispatch({ type: Act.MEDIA_SEEK_REQUEST, detail: at });
  };
  const setMuted = (next: boolean) => {
    kept.muted = next;
    dispatch({ type: next ? Act.MEDIA_MUTE_REQUEST : Act.MEDIA_UNMUTE_REQUEST });
  };
  const setVolume = (next: number) => {
    const level = Math.round(Math.min(1, Math.max(0, next)) * 100) / 100;
    kept.volume = level;
    setMuted(level === 0);
    dispatch({ type: Act.MEDIA_VOLUME_REQUEST, detail: level });
    return t("Volume {percent}%", { percent: Math.round(level * 100) });
  };
  const setSpeed = (next: number) => {
    kept.speed = next;
    dispatch({ type: Act.MEDIA_PLAYBACK_RATE_REQUEST, detail: next });
    return t("Speed {speed}", { speed: speedLabel(next) });
  };

  return {
    paused,
    muted: muted || volume === 0,
    volume,
    speed,
    duration,
    isFull,
    can,
    seek,
    now,
    setVolume,
    setSpeed,
    togglePlay: () => dispatch({ type: paused ? Act.MEDIA_PLAY_REQUEST : Act.MEDIA_PAUSE_REQUEST }),
    skip(seconds: number) {
      seek(now() + seconds);
      return seconds < 0
        ? t("Back {seconds} s", { seconds: -seconds })
        : t("Forward {seconds} s", { seconds });
    },
    toggleMute() {
      if (muted && volume === 0) return setVolume(0.5);
      setMuted(!muted);
      return muted ? t("Sound on") : t("Muted");
    },
    faster: (by: 1 | -1) => {
      const at = speeds.findIndex((one) => one >= speed);
      return setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, at + by))] ?? 1);
    },
    toggleFull: () =>
      dispatch({
        type: isFull ? Act.MEDIA_EXIT_FULLSCREEN_REQUEST : Act.MEDIA_ENTER_FULLSCREEN_REQUEST,
      }),
    toggleFloat: () =>
      dispatch({ type: isFloating ? Act.MEDIA_EXIT_PIP_REQUEST : Act.MEDIA_ENTER_PIP_REQUEST }),
  };
}

export type Video = ReturnType<typeof useVideo>;

export function speedLabel(speed: number): string {
  return speed === 1 ? t("Normal") : `${speed}×`;
}

function isThere(availability: AvailabilityStates | undefined): boolean {
  return availability === undefined;
}

function finite(seconds: number | undefined): number {
  return seconds !== undefined && Number.isFinite(seconds) ? seconds : 0;
}
