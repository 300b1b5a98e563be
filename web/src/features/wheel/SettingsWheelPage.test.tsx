import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { Wheel } from "@/performers/wheel";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Draft } from "./api";
import SettingsWheelPage from "./SettingsWheelPage";
import { suggestion } from "./template";
import { resultOfTom, serveWheel, wheelOfNina, withoutMotion } from "./testing";

/** A server that keeps one wheel as the real one does. */
function keepWheel(first: Wheel) {
  let wheel = first;
  const calls: string[] = [];
  const answer = (data: Wheel["data"]) => {
    wheel = { ...wheel, data: data.map((one, position) => ({ ...one, position })) };
    wheel = { ...wheel, total: wheel.data.length };
    return HttpResponse.json({ data: wheel });
  };
  const put = (rest: Wheel["data"], id: string, draft: Draft, at: number) =>
    rest.toSpliced(draft.position ?? at, 0, { ...draft, _id: id, position: 0, chance: 0 });
  server.use(
    http.get("*/api/wheels", () => HttpResponse.json({ data: wheel })),
    http.post<never, Draft>("*/api/wheels", async ({ request }) => {
      const draft = await request.json();
      calls.push(`add ${draft.label} ${draft.position ?? ""}`.trim());
      return answer(put(wheel.data, `n${calls.length}`, draft, wheel.data.length));
    }),
    http.put<{ id: string }, Draft>("*/api/wheels/:id", async ({ request, params: { id } }) => {
      const draft = await request.json();
      calls.push(`put ${id} ${draft.label} ${draft.weight} ${draft.position ?? ""}`.trim());
      const at = wheel.data.findIndex(({ _id }) => _id === id);
      return answer(put(wheel.data.toSpliced(at, 1), id, draft, at));
    }),
    http.delete<{ id: string }>("*/api/wheels/:id", ({ params: { id } }) => {
      calls.push(`delete ${id}`);
      return answer(wheel.data.filter(({ _id }) => _id !== id));
    }),
  );
  return calls;
}

const show = () =>
  render(<SettingsWheelPage />, {
    session: people.nina,
    path: "/account/performer/wheel",
    pages: ["/account/performer/profile"],
  });

const labels = () =>
  screen.getAllByLabelText(/^Segment \d+ label$/).map((input) => input.getAttribute("value"));

beforeEach(() => {
  withoutMotion();
  serveWheel();
});

test("an empty wheel begins with a suggestion", async () => {
  const calls = keepWheel(wheelOfNina({ data: [], total: 0 }));
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Start with a suggestion" }));
  await waitFor(() => expect(calls).toHaveLength(suggestion().length));
  await waitFor(() => expect(labels()).toEqual(suggestion().map(({ label }) => label)));
});

test("a segment is saved when its row is left, and only when something changed", async () => {
  const calls = keepWheel(wheelOfNina());
  const { user } = await show();
  const label = await screen.findByLabelText("Segment 1 label");
  await user.click(label);
  await user.tab();
  await user.clear(label);
  await user.type(label, "Two songs");
  const weight = screen.getByLabelText("Segment 1 weight");
  await user.clear(weight);
  await user.type(weight, "100");
  expect(calls).toEqual([]);
  expect(screen.getByText("66.7 %")).toBeTruthy();
  await user.click(screen.getByText("Settings Wheel"));
  await waitFor(() => expect(calls).toEqual(["put s0 Two songs 100"]));
});

test("what cannot be is refused in place and not sent", async () => {
  const calls = keepWheel(wheelOfNina());
  const { user } = await show();
  const weight = await screen.findByLabelText("Segment 2 weight");
  for (const [typed, problem] of [
    ["1001", "Must be between 1 and 1000"],
    ["many", "Not a validate number!"],
    ["1.5", "Not a validate number!"],
  ] as const) {
    await user.clear(weight);
    await user.type(weight, typed);
    expect(await screen.findByText(problem)).toBeTruthy();
  }
  await user.clear(screen.getByLabelText("Segment 2 label"));
  expect(await screen.findByText("This field is required!")).toBeTruthy();
  await user.click(screen.getByText("Settings Wheel"));
  expect(calls).toEqual([]);
});

test("segments are moved by their arrows", async () => {
  const calls = keepWheel(wheelOfNina());
  const { user } = await show();
  expect(await screen.findByRole("button", { name: "Move Song request up" })).toHaveProperty(
    "disabled",
    true,
  );
  await user.click(screen.getByRole("button", { name: "Move Song request down" }));
  await waitFor(() => expect(calls).toEqual(["put s0 Song request 50 1"]));
  await waitFor(() => expect(labels().slice(0, 2)).toEqual(["Shout-out", "Song request"]));
});

test("a removed segment comes back where it was", async () => {
  const calls = keepWheel(wheelOfNina());
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Remove Shout-out" }));
  expect(await screen.findByText(/Add 1 more/)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(calls).toEqual(["delete s1", "add Shout-out 1"]));
  await waitFor(() => expect(labels()[1]).toBe("Shout-out"));
});

test("twenty-four segments are the most", async () => {
  const [one] = wheelOfNina().data;
  if (!one) throw new Error("no segment");
  const data = Array.from({ length: 24 }, (_, position) => ({
    ...one,
    _id: `s${position}`,
    position,
  }));
  keepWheel(wheelOfNina({ data, total: 24 }));
  await show();
  expect(await screen.findByText("A wheel has at most 24 segments.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add a segment" })).toHaveProperty("disabled", true);
});

test("the preview turns for nothing", async () => {
  const calls = keepWheel(wheelOfNina());
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Try it" }));
  expect(await screen.findByText(/^It would be: /)).toBeTruthy();
  expect(calls).toEqual([]);
});

test("a spin is done, or rejected after a question that says what it gives back", async () => {
  keepWheel(wheelOfNina());
  serveWheel(wheelOfNina(), [
    resultOfTom({ netPrice: 20 }),
    resultOfTom({ _id: "r2", label: "Dare", netPrice: 20 }),
  ]);
  const decided: unknown[] = [];
  server.use(
    http.put("*/api/wheel-result/status/:id", async ({ request, params }) => {
      decided.push([params.id, await request.json()]);
      return HttpResponse.json({ data: resultOfTom({ status: "done" }) });
    }),
  );
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Done: Song request" }));
  await waitFor(() => expect(decided).toEqual([["r1", { status: "done" }]]));
  await user.click(screen.getByRole("button", { name: "Reject Dare" }));
  const dialog = screen.getByRole("dialog", { name: "Reject this spin?" });
  expect(decided).toHaveLength(1);
  await user.click(within(dialog).getByRole("button", { name: "Reject and return 25 tokens" }));
  await waitFor(() => expect(decided[1]).toEqual(["r2", { status: "rejected" }]));
  expect(await screen.findByText("tom has 25 tokens back.")).toBeTruthy();
});

test("a spin that the site gave back cannot be rejected, only be put aside", async () => {
  keepWheel(wheelOfNina());
  serveWheel(wheelOfNina(), [
    resultOfTom({ netPrice: 20, refunded: 25 }),
    resultOfTom({ _id: "r2", label: "Dare", netPrice: 20, refunded: 5, status: "done" }),
  ]);
  await show();
  expect(await screen.findByText("Refunded")).toBeTruthy();
  expect(screen.getByText("Partly refunded")).toBeTruthy();
  expect(screen.queryByText(/you get/)).toBeNull();
  expect(screen.getByRole("button", { name: "Done: Song request" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Reject / })).toBeNull();
});
