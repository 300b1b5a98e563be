import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { StaffRecording } from "./api";
import RecordingsPage from "./RecordingsPage";

const evening: StaffRecording = {
  _id: "r1",
  showId: "s1",
  type: "group",
  title: "Front row",
  startedAt: "2026-11-02T20:00:00Z",
  endedAt: "2026-11-02T20:10:05Z",
  seconds: 605,
  bytes: 42_000_000,
  ready: true,
  viewers: 2,
  performer: { _id: "nina", username: "nina", name: "Nina", avatar: "", role: "performer" },
};

const answer = (data: object) => HttpResponse.json({ data });

async function open(list: StaffRecording[]) {
  const done: unknown[] = [];
  server.use(
    http.get("*/api/admin/recordings", () => answer({ data: list, total: list.length })),
    http.post("*/api/admin/recordings/r1/:act", async ({ request, params }) => {
      done.push([params.act, await request.text()]);
      if (params.act === "address")
        return answer({ url: "/live/mp4/sealed/s1.mp4", expiresAt: "2026-11-03T10:00:00Z" });
      return answer(evening);
    }),
  );
  const page = await render(<RecordingsPage />, { session: people.ada, path: "/admin/recordings" });
  return { ...page, done };
}

test("staff look at a recording, by an address of their own", async () => {
  const { user } = await open([evening]);
  await user.click(await screen.findByRole("button", { name: "Watch Front row of nina" }));
  const player = await screen.findByLabelText("Recording of Front row");
  expect(player.getAttribute("src")).toBe("/live/mp4/sealed/s1.mp4");
});

test.each([
  ["Take down", "take-down", {}],
  ["Put back", "restore", { takenDownAt: "2026-11-04T08:00:00Z", takedownReason: "A complaint." }],
  ["Delete", "delete", {}],
])("%s: staff say why", async (verb, act, change) => {
  const { user, done } = await open([{ ...evening, ...change }]);
  await user.click(await screen.findByRole("button", { name: `${verb} Front row of nina` }));
  const dialog = await screen.findByRole("form");
  await user.type(screen.getByLabelText(/Reason/), "A complaint");
  await user.click(screen.getByRole("button", { name: dialog.getAttribute("aria-label") ?? "" }));
  await waitFor(() => expect(done).toEqual([[act, JSON.stringify({ reason: "A complaint" })]]));
});
