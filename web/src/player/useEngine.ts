import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Engine, openEngine } from "./engine";
import { kept } from "./kept";
import { beginAt, watchPosition } from "./positions";
import type { Rights } from "./rights";

type EngineOptions = {
  video: RefObject<HTMLVideoElement | null>;
  rights: Rights;
  autoPlay: boolean;
  keep: (positionMs: number, keepalive: boolean) => void;
};

/** The heights of the picture there are, the one wanted, and the one shown. */
export type Sizes = {
  list: readonly number[];
  chosen: number | undefined;
  now: number | undefined;
  choose: (height: number | undefined) => void;
};

/** Plays a video in its element for as long as its rights last, from where the viewer was. */
export function useEngine({ video, rights, autoPlay, keep }: EngineOptions) {
  const engine = useRef<Engine>(undefined);
  const [list, setList] = useState<readonly number[]>([]);
  const [chosen, setChosen] = useState(() => kept.size);
  const [now, setNow] = useState<number>();
  const [isReachable, setIsReachable] = useState(true);
  const [broken, setBroken] = useState<"unsupported" | "damaged">();
  const [attempt, setAttempt] = useState(0);
  const [begun] = useState(() => beginAt(rights.playback.positionMs, rights.playback.durationMs));
  const keepNow = useEffectEvent(keep);
  const size = useEffectEvent(() => chosen);
  const plays = useEffectEvent(() => autoPlay);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    let left = false;
    const startAt = attempt === 0 ? begun : element.currentTime;
    const open = openEngine({
      video: element,
      rights,
      startAt,
      size: size(),
      listener: {
        onSizes: setList,
        onSize: setNow,
        onReachable: setIsReachable,
        onBroken: setBroken,
      },
    });
    open.then(
      (opened) => {
        if (left) return opened.close();
        engine.current = opened;
        if (plays() || attempt > 0) element.play().catch(() => {}); // the viewer presses play then
      },
      () => left || setBroken("damaged"),
    );
    const watch = watchPosition(element, (at, keepalive) => keepNow(at, keepalive));
    // The place is told before the element is emptied, and not at all by whom nothing is kept for.
    const close = (isLost: boolean) => {
      if (left) return;
      left = true;
      if (isLost) watch.stop();
      else watch.tellLast();
      engine.current?.close();
      engine.current = undefined;
    };
    const unheard = rights.listen({
      onLost: () => close(true),
      onRenewed: () => {},
      onReachable: setIsReachable,
    });
    const freshen = () => {
      rights.fresh().catch(() => {}); // onLost has heard of it
    };
    element.addEventListener("play", freshen);
    return () => {
      element.removeEventListener("play", freshen);
      unheard();
      close(false);
    };
  }, [video, rights, attempt]);

  const sizes: Sizes = {
    list,
    chosen: list.find((height) => height === chosen),
    now,
    choose(height) {
      setChosen(height);
      kept.size = height;
      engine.current?.choose(height);
    },
  };
  return {
    sizes,
    isReachable,
    broken,
    /** Where the video began, in seconds: where the viewer was. */
    begun,
    retry() {
      setBroken(undefined);
      setAttempt((was) => was + 1);
    },
  };
}
