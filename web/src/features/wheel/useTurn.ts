import { useEffect, useRef, useState } from "react";
import { arcsOf, type Slice, turnTo } from "./geometry";

/** How long the wheel turns, in milliseconds; wheel.css says the same. */
export const turnTime = 4200;

const wholeTurns = 6;

/**
 * Turns a wheel to what was drawn. `isTurning` until it stands; `won` from then on.
 * Under reduced motion it stands at once.
 */
export function useTurn() {
  const [angle, setAngle] = useState(0);
  const [isTurning, setIsTurning] = useState(false);
  const [won, setWon] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function turn(slices: readonly Slice[], segment: number, onStop: () => void) {
    const arc = arcsOf(slices)[segment];
    if (arc === undefined) return;
    clearTimeout(timer.current);
    setWon(undefined);
    setIsTurning(true);
    setAngle(turnTo(angle, arc, Math.random(), wholeTurns));
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    timer.current = setTimeout(
      () => {
        setIsTurning(false);
        setWon(segment);
        onStop();
      },
      still ? 0 : turnTime,
    );
  }

  return { angle, isTurning, won, turn, reset: () => setWon(undefined) };
}
