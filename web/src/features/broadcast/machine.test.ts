import { next, type Phase, type Step } from "./machine";

const summary = { reason: "stopped" } as const;

function walk(steps: Step[]): Phase[] {
  let phase: Phase = { name: "idle" };
  return steps.map((step) => {
    phase = next(phase, step);
    return phase;
  });
}

const names = (phases: Phase[]) => phases.map(({ name }) => name);

test("a show from the first look to the last word", () => {
  const phases = walk([
    { type: "check" },
    { type: "picture", available: true },
    { type: "start" },
    { type: "onAir" },
    { type: "lost", until: 30_000 },
    { type: "onAir" },
    { type: "end", summary },
    { type: "check" },
  ]);
  expect(names(phases)).toEqual([
    "checking",
    "ready",
    "starting",
    "live",
    "reconnecting",
    "live",
    "ended",
    "checking",
  ]);
});

test("without a picture there is no start", () => {
  const phases = walk([
    { type: "check" },
    { type: "start" },
    { type: "picture", available: true },
    { type: "picture", available: false },
    { type: "start" },
  ]);
  expect(names(phases)).toEqual(["checking", "checking", "ready", "checking", "checking"]);
});

test("a camera that goes off during a show does not end it", () => {
  expect(next({ name: "live" }, { type: "picture", available: false })).toEqual({ name: "live" });
});

test("a refused start leads back to the check", () => {
  expect(next({ name: "starting" }, { type: "refused" })).toEqual({ name: "ready" });
});

test("a second loss does not lengthen the wait", () => {
  const waiting: Phase = { name: "reconnecting", until: 30_000 };
  expect(next(waiting, { type: "lost", until: 60_000 })).toBe(waiting);
});

test("what has ended is not ended again, and idle stays idle", () => {
  const ended: Phase = { name: "ended", summary: { reason: "lost" } };
  expect(next(ended, { type: "end", summary })).toBe(ended);
  expect(next({ name: "idle" }, { type: "lost", until: 1 })).toEqual({ name: "idle" });
});

test.each(["idle", "checking", "ready", "ended"] as const)(
  "a program that starts sending turns %s into live",
  (name) => {
    const phase: Phase = name === "ended" ? { name, summary } : { name };
    expect(next(phase, { type: "onAir" })).toEqual({ name: "live" });
  },
);
