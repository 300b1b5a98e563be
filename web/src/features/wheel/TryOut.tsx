import { useState } from "react";
import { Button } from "@/ui/Button";
import type { Slice } from "./geometry";
import { t } from "./texts";
import { useTurn } from "./useTurn";
import { WheelPicture } from "./WheelPicture";

/** The wheel as members will see it, which turns for nothing. */
export function TryOut({ slices }: { slices: readonly Slice[] }) {
  const { angle, isTurning, won, turn } = useTurn();
  const [came, setCame] = useState<string>();
  return (
    <div className="grid justify-items-center gap-4">
      <WheelPicture
        slices={slices}
        angle={angle}
        isTurning={isTurning}
        won={slices.length > 1 ? won : undefined}
        className="max-w-72"
      />
      <Button
        variant="outline"
        disabled={isTurning}
        onClick={() => {
          const segment = anyOf(slices);
          setCame(undefined);
          turn(slices, segment, () => setCame(slices[segment]?.label));
        }}
      >
        {t("Try it")}
      </Button>
      <p aria-live="polite" className="min-h-5 text-label text-fg2">
        {came && t("It would be: {came}", { came })}
      </p>
    </div>
  );
}

// Nothing is at stake here; a real spin is drawn by the server.
function anyOf(slices: readonly Slice[]): number {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0);
  let left = Math.random() * total;
  return slices.findIndex(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}
