import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ServerEvents } from "@/realtime/events";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Goal } from "./api";
import { GoalBar } from "./GoalBar";

const listeners = vi.hoisted(() => new Map<string, ((data: unknown) => void)[]>());
vi.mock("@/realtime/useSocketEvent", () => ({
  useSocketEvent: (event: string, listener: (data: unknown) => void) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  },
}));

// Each drawing adds its listeners; the newest of each kind are the last ones.
function tell<E extends "room/goal" | "room/state">(event: E, data: ServerEvents[E]) {
  const known = listeners.get(event) ?? [];
  act(() => {
    for (const listener of event === "room/goal" ? known.slice(-2) : known.slice(-1)) {
      listener(data);
    }
  });
}

const song: Goal = { _id: "g1", title: "A <b>song</b>", target: 100, reached: 40, done: false };

async function show(goal: Goal | undefined, onReached = vi.fn()) {
  server.use(
    http.get("*/api/goals/search", () => HttpResponse.json({ data: { ...(goal && { goal }) } })),
  );
  await render(<GoalBar performer={{ _id: "nina" }} conversationId="c1" onReached={onReached} />);
  return onReached;
}

const told = (goal: Goal | undefined, reached: Goal[] = []) => ({
  conversationId: "c1",
  performerId: "nina",
  ...(goal && { goal }),
  reached,
});

beforeEach(() => listeners.clear());

test("a room without a goal shows nothing, until there is one", async () => {
  await show(undefined);
  expect(screen.queryByRole("region", { name: "Goal" })).toBeNull();
  tell("room/goal", told(song));
  expect(await screen.findByText("A <b>song</b>")).toBeTruthy();
});

test("the bar follows the tips of its own room", async () => {
  await show(song);
  const bar = await screen.findByRole("progressbar", { name: "Goal: A <b>song</b>" });
  expect(bar.getAttribute("aria-valuenow")).toBe("40");
  tell("room/goal", told({ ...song, reached: 75 }));
  expect(await screen.findByText("75")).toBeTruthy();
  tell("room/goal", { ...told({ ...song, reached: 99 }), performerId: "vera" });
  expect(screen.queryByText("99")).toBeNull();
});

test("a goal that is reached is celebrated once, and then the next one is shown", async () => {
  const onReached = await show(song);
  await screen.findByText("A <b>song</b>");
  vi.useFakeTimers();
  const full = { ...song, reached: 100, done: true };
  const next: Goal = { _id: "g2", title: "Encore", target: 50, reached: 10, done: false };
  tell("room/goal", told(next, [full]));
  expect(screen.getByText("Goal reached!")).toBeTruthy();
  expect(screen.getByText("A <b>song</b>")).toBeTruthy();
  expect(onReached).toHaveBeenCalledTimes(1);
  act(() => vi.advanceTimersByTime(6000));
  expect(screen.getByText("Encore")).toBeTruthy();
  expect(screen.queryByText("Goal reached!")).toBeNull();
  vi.useRealTimers();
});
