import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { SharedRecording } from "./api";
import SharedPage from "./SharedPage";

const evening: SharedRecording = {
  _id: "r1",
  type: "group",
  title: "Front row",
  performer: { _id: "nina", username: "nina", name: "Nina", avatar: "", role: "performer" },
  startedAt: "2026-11-02T20:00:00Z",
  seconds: 605,
};

const answer = (data: object) => HttpResponse.json({ data });

function open(list: SharedRecording[]) {
  server.use(http.get("*/api/recordings", () => answer({ data: list, total: list.length })));
  return render(<SharedPage />, { session: people.tom, path: "/account/user/recordings" });
}

test("a shared show is played, from a new address where the old one has ended, and no further", async () => {
  let asked = 0;
  server.use(
    http.post("*/api/recordings/r1/address", () => {
      asked++;
      if (asked === 3) return new HttpResponse(null, { status: 404 });
      return answer({ url: `/live/mp4/${asked}/s1.mp4`, expiresAt: "2026-11-03T10:00:00Z" });
    }),
  );
  const { user } = await open([evening]);
  await user.click(await screen.findByRole("button", { name: "Play Front row" }));
  const player = await screen.findByLabelText("Recording of Front row");
  expect(player.getAttribute("src")).toBe("/live/mp4/1/s1.mp4");
  fireEvent.error(player);
  await vi.waitFor(() => expect(player.getAttribute("src")).toBe("/live/mp4/2/s1.mp4"));
  fireEvent.error(player);
  expect(await screen.findByText("This recording cannot be watched now.")).toBeTruthy();
});

test("without any the way to what is on is offered", async () => {
  await open([]);
  expect(await screen.findByText("No recordings yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See who is live" }).getAttribute("href")).toBe("/");
});

test("what could not be loaded can be asked for again", async () => {
  server.use(http.get("*/api/recordings", () => new HttpResponse(null, { status: 500 })));
  await render(<SharedPage />, { session: people.tom, path: "/account/user/recordings" });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
