import { afterLook, afterStall, atFirst, type Move, type Pace } from "./pace";

/** She has been at her distance for a while. */
const settled: Pace = { ...atFirst, hasSettled: true };

/** A stream so far behind its distance, with so much to play. */
const off = (behind: number, buffered = 1) => ({ at: 100 - behind, sync: 100, buffered });

function moves(pace: Pace, behind: number, buffered?: number): Move | undefined {
  return afterLook(pace, off(behind, buffered))[1];
}

/** After so many looks while nothing is out of place. */
function looked(pace: Pace, times: number): Pace {
  let now = pace;
  for (let n = 0; n < times; n++) [now] = afterLook(now, undefined);
  return now;
}

test("who is where they should be plays as it was said", () => {
  expect(moves(settled, 0)).toEqual({ rate: 1 });
  expect(moves(settled, 0.04)).toEqual({ rate: 1 });
  expect(moves(settled, -0.4)).toEqual({ rate: 1 });
});

test("who is behind catches up, the faster the further, and never so that it is heard", () => {
  expect(moves(settled, 0.2)?.rate).toBeCloseTo(1.06);
  expect(moves(settled, 0.4)?.rate).toBeCloseTo(1.12);
  expect(moves(settled, 1.9)).toEqual({ rate: 1.15 });
});

test("nobody plays faster who would run dry", () => {
  expect(moves(settled, 0.4, 0.3)).toEqual({ rate: 1 });
});

test("far behind is skipped, not walked", () => {
  expect(moves(settled, 2.5)).toEqual({ rate: 1.15, skipTo: 100 });
});

test("whoever left now by hand stays there until they are near it again", () => {
  const wandered = { ...settled, hasWandered: true };
  const [still, move] = afterLook(wandered, off(30));
  expect([still.hasWandered, move]).toEqual([true, { rate: 1 }]);
  const [back] = afterLook(wandered, off(1));
  expect(back.hasWandered).toBe(false);
});

test("who came with the first picture falls back to their distance, once", () => {
  const [filling, first] = afterLook(atFirst, off(-0.5));
  expect(first).toEqual({ rate: 0.75 });
  const [nearly, second] = afterLook(filling, off(-0.1));
  expect(second?.rate).toBeCloseTo(0.94);
  const [there, third] = afterLook(nearly, off(-0.02));
  expect(third).toEqual({ rate: 1 });
  expect(moves(there, -0.4)).toEqual({ rate: 1 });
});

test("after a stall the stream is played further back, as far as is of any use", () => {
  let pace = afterStall(settled, 10, 10.4);
  expect(pace.slack).toBeCloseTo(0.3);
  for (let n = 1; n < 10; n++) pace = afterStall(pace, n * 60, n * 60 + 0.4);
  expect(pace.slack).toBe(1.5);
  expect(afterLook(pace, off(1.5))[1]?.rate).toBeCloseTo(1);
});

test("pictures that come in spurts are one stall", () => {
  let pace = afterStall(settled, 10, 10.4);
  pace = afterStall(pace, 12, 12.2);
  pace = afterStall(pace, 14, 14.2);
  expect(pace.slack).toBeCloseTo(0.3);
  expect(afterStall(pace, 20, 20.2).slack).toBeCloseTo(0.6);
});

test("a stall that no distance would have prevented puts nobody further back", () => {
  expect(afterStall(settled, 10, 11.6).slack).toBe(0);
  expect(afterStall(settled, 10, 40).slack).toBe(0);
});

test("a stall before there was any distance is no reason for more", () => {
  expect(afterStall(atFirst, 10, 10.4).slack).toBe(0);
});

test("a line that has become good is forgiven: half of it in half a minute", () => {
  const pace = looked(afterStall(settled, 10, 10.4), 5 * 30);
  expect(pace.slack).toBeGreaterThan(0.1);
  expect(pace.slack).toBeLessThan(0.16);
});
