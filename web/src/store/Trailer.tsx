import { useEffect, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { askPlayback } from "@/player/api";
import { openEngine } from "@/player/engine";
import { openRights } from "@/player/rights";

/** Plays a trailer for as long as it is shown. What does not come is not missed: the cover is there. */
export function Trailer({ videoId }: { videoId: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [moves, setMoves] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    let close: (() => void) | undefined;
    let left = false;
    open(videoId, element).then(
      (end) => {
        close = end;
        if (left) end();
      },
      () => {}, // such as a trailer that was taken back meanwhile
    );
    return () => {
      left = true;
      close?.();
    };
  }, [videoId]);

  return (
    <video
      ref={video}
      muted
      loop
      autoPlay
      playsInline
      aria-hidden
      tabIndex={-1}
      onTimeUpdate={() => setMoves(true)}
      className={cx(
        "pointer-events-none absolute inset-0 size-full object-cover transition-opacity duration-200",
        !moves && "opacity-0",
      )}
    />
  );
}

async function open(videoId: string, video: HTMLVideoElement) {
  const load = () => askPlayback(videoId, "trailer");
  const rights = openRights({ first: await load(), load, isWatched: () => true });
  const nothing = () => {};
  try {
    const engine = await openEngine({
      video,
      rights,
      startAt: 0,
      size: undefined,
      listener: { onSizes: nothing, onSize: nothing, onReachable: nothing, onBroken: nothing },
    });
    const end = () => {
      engine.close();
      rights.close();
      video.removeAttribute("src");
      video.load();
    };
    rights.listen({ onRenewed: nothing, onReachable: nothing, onLost: end });
    video.play().catch(nothing); // a browser that saves power may refuse
    return end;
  } catch (error) {
    rights.close();
    throw error;
  }
}
