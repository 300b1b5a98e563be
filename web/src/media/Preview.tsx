import { useEffect, useRef } from "react";
import { cx } from "@/lib/cx";
import { t } from "./texts";

type PreviewProps = {
  track: MediaStreamTrack | undefined;
  /** As in a mirror: what performers expect of their own picture. */
  mirrored: boolean;
  /** Fills its frame, cutting what does not fit. */
  cover?: boolean;
};

/** The performer's own picture, without sound. */
export function Preview({ track, mirrored, cover = false }: PreviewProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null || track === undefined) return;
    element.srcObject = new MediaStream([track]);
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      aria-label={t("Your picture")}
      className={cx(
        "absolute inset-0 size-full",
        cover ? "object-cover" : "object-contain",
        mirrored && "-scale-x-100",
        track === undefined && "invisible",
      )}
    />
  );
}
