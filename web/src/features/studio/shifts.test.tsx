import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ShiftsPage from "./ShiftsPage";

const days = ["2026-11-02", "2026-11-03"].map((date) => ({
  date,
  startsAt: `${date}T00:00:00Z`,
  hours: Array.from({ length: 24 }, () => 0),
}));
const plan = {
  timezone: "UTC",
  days,
  endsAt: "2026-11-04T00:00:00Z",
  now: { planned: 1, online: 0, missing: 1 },
  members: 2,
  scheduled: 1,
  total: 2,
  data: [
    {
      performer: { _id: "nina", username: "nina", name: "Nina Vale", avatar: "/a.png" },
      timezone: "America/Bogota",
      shifts: [
        { startsAt: "2026-11-02T22:00:00Z", endsAt: "2026-11-03T04:00:00Z", isException: true },
      ],
      isPlanned: true,
      isOnline: false,
    },
    {
      performer: { _id: "lena", username: "lena", name: "Lena", avatar: "/a.png" },
      shifts: [],
      isPlanned: false,
      isOnline: false,
    },
  ],
};

const answer = (data: unknown) =>
  server.use(http.get("*/api/studio/shifts", () => HttpResponse.json({ data })));

test("who plans to be live when, by the clock of who looks, and who has no schedule", async () => {
  answer(plan);
  await render(<ShiftsPage />, { session: people.stella });
  expect(await screen.findByText("Nina Vale")).toBeTruthy();
  expect(screen.getByText(/in Bogota/)).toBeTruthy();
  expect(screen.getByText("Special hours")).toBeTruthy();
  expect(screen.getByText("No schedule")).toBeTruthy();
  const week = within(screen.getByRole("navigation", { name: "Week" }));
  expect(week.getByRole("button", { name: "Next week" })).toBeTruthy();
});

test("without any schedule there is a link to send", async () => {
  answer({ ...plan, scheduled: 0, data: [], total: 0 });
  await render(<ShiftsPage />, { session: people.stella });
  expect(await screen.findByText("No schedules yet")).toBeTruthy();
  const link = screen.getByLabelText("Link");
  expect(link).toHaveProperty("value", `${location.origin}/account/performer/schedules`);
});
