import type { seenBy } from "../../e2e/clock";
import { expect } from "../../e2e/test";

const samples = Number(process.env.SAMPLES ?? 200);

/** The age that a part of all frames do not exceed. */
export const share = (ages: readonly number[], part: number) => ages[Math.min(ages.length - 1, Math.floor(ages.length * part))];

/** How old frames were when they were shown, from the youngest to the oldest; the first seconds do not count. */
export async function agesOf(look: () => ReturnType<typeof seenBy>): Promise<number[]> {
  const settled = Date.now() + 8_000;
  const ages: number[] = [];
  let frames = 0;
  await expect
    .poll(
      async () => {
        const seen = await look();
        if (seen.frames > frames && Date.now() > settled) ages.push(seen.age);
        frames = seen.frames;
        return ages.length;
      },
      { intervals: [100], timeout: 300_000 },
    )
    .toBeGreaterThanOrEqual(samples);
  return ages.sort((a, b) => a - b);
}
