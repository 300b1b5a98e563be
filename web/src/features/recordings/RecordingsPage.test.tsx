import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Recording } from "./api";
import RecordingsPage from "./RecordingsPage";

const evening: Recording = {
  _id: "r1",
  showId: "s1",
  type: "private",
  title: "",
  startedAt: "2026-11-02T20:00:00Z",
  endedAt: "2026-11-02T20:10:05Z",
  seconds: 605,
  bytes: 42_000_000,
};
const running: Recording = {
  _id: "r2",
  showId: "s2",
  type: "public",
  title: "Morning coffee",
  startedAt: "2026-11-03T08:00:00Z",
  seconds: 12,
  bytes: 900_000,
};

const answer = (data: object) => HttpResponse.json({ data });

async function open(list: Recording[], record = true) {
  const kept = [...list];
  const deleted: unknown[] = [];
  server.use(
    http.get("*/api/streaming/recordings", () => answer({ data: kept, total: kept.length })),
    http.get("*/api/streaming/recordings/space", () =>
      answer({
        recordings: kept.length,
        bytes: kept.reduce((all, { bytes }) => all + bytes, 0),
        seconds: kept.reduce((all, { seconds }) => all + seconds, 0),
      }),
    ),
    http.delete("*/api/streaming/recordings/:id", ({ params }) => {
      deleted.push(params.id);
      kept.splice(
        kept.findIndex(({ _id }) => _id === params.id),
        1,
      );
      return answer({ success: true });
    }),
    http.get("*/api/performers/me", () => answer({ broadcast: { record } })),
  );
  const page = await render(<RecordingsPage />, {
    session: people.nina,
    path: "/account/performer/recordings",
    pages: ["/account/performer/profile", "/live"],
  });
  return { ...page, deleted };
}

test("each recording says when, what, how long and how large; all of them what they take", async () => {
  await open([running, evening]);
  const table = within(await screen.findByRole("region", { name: "Recordings" }));
  expect(await table.findByText("Private show")).toBeTruthy();
  expect(table.getByText("Recording now")).toBeTruthy();
  expect(table.getByText("10:05")).toBeTruthy();
  expect(table.getByText("42.0 MB")).toBeTruthy();
  expect(await screen.findByText("42.9 MB")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Download Private show" }).getAttribute("href")).toBe(
    "/api/streaming/recordings/r1/download",
  );
});

test("one is played in the page", async () => {
  const { user } = await open([evening]);
  await user.click(await screen.findByRole("button", { name: "Play Private show" }));
  const player = screen.getByLabelText("Recording of Private show");
  expect(player.getAttribute("src")).toBe("/api/streaming/recordings/r1/download");
});

test("deleting says that it is for good, and asks; what is being recorded stays", async () => {
  const { user, deleted } = await open([running, evening]);
  const busy = await screen.findByRole("button", { name: "Delete Morning coffee" });
  expect(busy.hasAttribute("disabled")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Delete Private show" }));
  expect(screen.getByText(/deleted for good. There is no copy/)).toBeTruthy();
  expect(deleted).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Delete for good" }));
  await waitFor(() => expect(deleted).toEqual(["r1"]));
  await waitFor(() => expect(screen.queryByText("10:05")).toBeNull());
});

test.each([
  [true, "Go live", "/live"],
  [false, "Switch recording on", "/account/performer/profile"],
])(
  "with nothing recorded yet (recording on: %s) the next step is offered",
  async (on, name, href) => {
    await open([], on);
    expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(href);
  },
);

test("what could not be loaded can be asked for again", async () => {
  const { queries } = await open([]);
  server.use(http.get("*/api/streaming/recordings", () => new HttpResponse(null, { status: 500 })));
  await queries.resetQueries({ queryKey: ["recordings"] });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
