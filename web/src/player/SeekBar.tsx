import {
  MediaActionTypes as Act,
  useMediaDispatch,
  useMediaSelector,
} from "media-chrome/react/media-store";
import { type PointerEvent, useState } from "react";
import { formatDuration } from "@/lib/time";
import { t } from "./texts";
import type { Video } from "./useVideo";

type SeekBarProps = {
  video: Video;
  /** Puts an address of the storyboard right for now. */
  addressNow: (address: string) => string;
};

/** The place in the video, on a slider: what was fetched and played, and small pictures of where it points. */
export function SeekBar({ video, addressNow }: SeekBarProps) {
  const dispatch = useMediaDispatch();
  const time = useMediaSelector((state) => state.mediaCurrentTime ?? 0);
  const buffered = useMediaSelector((state) => state.mediaBuffered ?? []);
  /** Where a press holds the thumb, in seconds. */
  const [held, setHeld] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const { duration } = video;
  const shown = Math.min(held ?? time, duration);
  const part = (seconds: number) => (duration > 0 ? (seconds / duration) * 100 : 0);
  const there = buffered.find(([from, to]) => from <= time + 0.5 && time <= to)?.[1] ?? time;

  function point(seconds: number | undefined) {
    setPointed(seconds);
    dispatch({ type: Act.MEDIA_PREVIEW_REQUEST, detail: seconds });
  }

  function follow(event: PointerEvent<HTMLElement>) {
    if (duration === 0) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    point(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration);
  }

  function release() {
    if (held !== undefined) video.seek(held);
    setHeld(undefined);
  }

  return (
    <div dir="ltr" className="group/bar relative flex h-11 items-center">
      {pointed !== undefined && (
        <Preview at={pointed} part={part(pointed)} addressNow={addressNow} />
      )}
      <span className="video-track pointer-events-none absolute inset-x-0 h-1 overflow-hidden rounded-full bg-white/20 group-hover/bar:h-1.5">
        <span
          className="absolute inset-y-0 start-0 bg-white/30"
          style={{ width: `${part(there)}%` }}
        />
        <span
          className="video-played absolute inset-y-0 start-0"
          style={{ width: `${part(shown)}%` }}
        />
      </span>
      <input
        type="range"
        min={0}
        max={duration || 1}
        step="any"
        value={shown}
        disabled={duration === 0}
        aria-label={t("Place in the video")}
        aria-valuetext={t("{time} of {length}", {
          time: formatDuration(shown * 1000),
          length: formatDuration(duration * 1000),
        })}
        className="video-bar absolute inset-x-0 h-11 w-full touch-none"
        onChange={({ target }) => {
          if (held === undefined) video.seek(target.valueAsNumber);
          else setHeld(target.valueAsNumber);
        }}
        onPointerDown={() => setHeld(shown)}
        onPointerMove={follow}
        onPointerUp={(event) => {
          release();
          if (event.pointerType !== "mouse") point(undefined);
        }}
        onPointerCancel={() => {
          setHeld(undefined);
          point(undefined);
        }}
        onPointerLeave={() => held === undefined && point(undefined)}
      />
    </div>
  );
}

type PreviewProps = { at: number; part: number; addressNow: (address: string) => string };

function Preview({ at, part, addressNow }: PreviewProps) {
  const image = useMediaSelector((state) => state.mediaPreviewImage);
  const coords = useMediaSelector((state) => state.mediaPreviewCoords);
  const [x = 0, y = 0, width = 0, height = 0] = (coords ?? []).map(Number);
  const half = Math.max(width, 56) / 2;
  return (
    <div
      aria-hidden
      data-preview
      className="pointer-events-none absolute bottom-10 grid -translate-x-1/2 justify-items-center gap-1.5"
      style={{ left: `clamp(${half}px, ${part}%, calc(100% - ${half}px))` }}
    >
      {image && width > 0 && (
        <span
          className="block overflow-hidden rounded-sm bg-black/60 shadow-float outline outline-white/20"
          style={{
            width,
            height,
            backgroundImage: `url("${pictureOf(addressNow(image))}")`,
            backgroundPosition: `${-x}px ${-y}px`,
          }}
        />
      )}
      <span className="tnum rounded-full bg-black/75 px-2 py-0.5 text-caption font-semibold">
        {formatDuration(at * 1000)}
      </span>
    </div>
  );
}

/** The picture of which an address names a part, fit for a quoted url() of CSS. */
function pictureOf(address: string): string {
  return address.replace(/#.*/, "").replace(/["\\\n]/g, encodeURIComponent);
}
