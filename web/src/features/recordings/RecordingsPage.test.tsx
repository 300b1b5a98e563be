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
  ready: true,
  viewers: 0,
};
const running: Recording = {
  _id: "r2",
  showId: "s2",
  type: "public",
  title: "Morning coffee",
  startedAt: "2026-11-03T08:00:00Z",
  seconds: 12,
  bytes: 900_000,
  ready: false,
  viewers: 0,
};

const answer = (data: object) => HttpResponse.json({ data });

async function open(list: Recording[], record = true) {
  const kept = [...list];
  const deleted: unknown[] = [];
  const shared: unknown[] = [];
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
    http.put("*/api/streaming/recordings/:id/shared", async ({ request, params }) => {
      const asked = await request.json();
      shared.push([params.id, asked]);
      return answer({ ...evening, sharedAt: "2026-11-03T08:00:00Z", viewers: 1 });
    }),
    http.post("*/api/recordings/:id/address", ({ params }) =>
      answer({ url: `/live/mp4/sealed/${params.id}.mp4`, expiresAt: "2026-11-03T10:00:00Z" }),
    ),
    http.get("*/api/performers/me", () => answer({ broadcast: { record } })),
  );
  const page = await render(<RecordingsPage />, {
    session: people.nina,
    path: "/account/performer/recordings",
    pages: ["/account/performer/profile", "/live"],
  });
  return { ...page, deleted, shared };
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
  const player = await screen.findByLabelText("Recording of Private show");
  expect(player.getAttribute("src")).toBe("/live/mp4/sealed/r1.mp4");
});

test("what is still made is played as far as it goes", async () => {
  const { user } = await open([running]);
  await user.click(await screen.findByRole("button", { name: "Play Morning coffee" }));
  const player = await screen.findByLabelText("Recording of Morning coffee");
  expect(player.getAttribute("src")).toBe("/api/streaming/recordings/r2/download");
});

test("sharing says with whom, and asks; what is not one file yet cannot be shared", async () => {
  const { user, shared } = await open([running, evening]);
  const early = await screen.findByRole("button", { name: "Share Morning coffee" });
  expect(early.hasAttribute("disabled")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Share Private show" }));
  expect(screen.getByText(/Members who paid for a place in this show/)).toBeTruthy();
  expect(shared).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Share" }));
  await waitFor(() => expect(shared).toEqual([["r1", { shared: true }]]));
  expect(await screen.findByText("1 member can watch it now.")).toBeTruthy();
});

test("what the site took down says why, and stays", async () => {
  await open([{ ...evening, takenDownAt: "2026-11-04T08:00:00Z", takedownReason: "A complaint." }]);
  expect(await screen.findByText("A complaint.")).toBeTruthy();
  for (const name of ["Play Private show", "Share Private show", "Delete Private show"])
    expect(screen.getByRole("button", { name }).hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("link", { name: "Download Private show" })).toBeNull();
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
