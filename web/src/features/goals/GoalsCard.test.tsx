import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { OwnGoal } from "./api";
import { GoalsCard } from "./GoalsCard";

vi.mock("@/realtime/useSocketEvent", () => ({ useSocketEvent: () => {} }));

const goal = (part: Partial<OwnGoal>): OwnGoal => ({
  _id: "g1",
  title: "Song",
  target: 100,
  reached: 40,
  done: false,
  start: 0,
  surplus: 0,
  auto: true,
  state: "current",
  createdAt: "2026-11-02T12:00:00Z",
  ...part,
});

function list(...goals: OwnGoal[]) {
  server.use(
    http.get("*/api/goals", () =>
      HttpResponse.json({ data: { data: goals, total: goals.length } }),
    ),
  );
}

test("the first goal is added from the empty list", async () => {
  list();
  let sent: unknown;
  server.use(
    http.post("*/api/goals", async ({ request }) => {
      sent = await request.json();
      list(goal({ title: "Encore", reached: 0 }));
      return HttpResponse.json({ data: goal({ title: "Encore" }) });
    }),
  );
  const { user } = await render(<GoalsCard />, { session: people.nina });
  await user.click(await screen.findByRole("button", { name: "Add a goal" }));
  await user.click(screen.getByRole("button", { name: "Add goal" }));
  expect(await screen.findAllByText("This field is required!")).toHaveLength(2);
  await user.type(screen.getByLabelText("Goal"), "Encore");
  await user.type(screen.getByLabelText("Target"), "500");
  await user.click(screen.getByRole("button", { name: "Add goal" }));
  expect(await screen.findByText(/In the room now · 0 of 100 tokens/)).toBeTruthy();
  expect(sent).toEqual({ title: "Encore", target: 500, start: 0, auto: true });
});

test("a start value beyond the target is refused in place, and what was typed stays", async () => {
  list(goal({}));
  const { user } = await render(<GoalsCard />, { session: people.nina });
  await user.click(await screen.findByRole("button", { name: "Change Song" }));
  const start = screen.getByLabelText("Start value");
  await user.clear(start);
  await user.type(start, "100");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must be less than the target")).toBeTruthy();
  expect(start).toHaveProperty("value", "100");
});

test("a goal to come can be started, and one that is reached says what waits", async () => {
  list(
    goal({ reached: 100, done: true, surplus: 20, auto: false }),
    goal({ _id: "g2", title: "Dance", reached: 0, state: "waiting" }),
    goal({ _id: "g3", title: "Old", reached: 100, done: true, state: "done" }),
  );
  let sent: unknown;
  server.use(
    http.put("*/api/goals/:id", async ({ request, params }) => {
      sent = [params.id, await request.json()];
      return HttpResponse.json({ data: goal({ _id: "g2" }) });
    }),
  );
  const { user } = await render(<GoalsCard />, { session: people.nina });
  expect(await screen.findByText("Reached! 20 tokens more wait for the next goal.")).toBeTruthy();
  const done = screen.getByText("Old").closest("li");
  expect(done && within(done).queryByRole("button", { name: "Change Old" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Start Dance" }));
  const body = { title: "Dance", target: 100, start: 0, auto: true, current: true };
  await vi.waitFor(() => expect(sent).toEqual(["g2", body]));
});
