import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import StatisticsPage from "./StatisticsPage";

const day = (name: string, newMembers: number) => ({
  day: name,
  newMembers,
  newPerformers: 0,
  newStudios: 0,
  spent: 20,
  income: 4.5,
  liveMinutes: 90,
});

const open = (path: string) =>
  render(<StatisticsPage />, { session: people.ada, path, route: "/admin/statistics" });

test("each number has a chart with its sum, of the days in the address and the reader's zone", async () => {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/admin/statistics/daily", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({
        data: { data: [day("2026-11-01", 2), day("2026-11-02", 3)], total: 2 },
      });
    }),
  );
  await open(paths.admin.statistics({ from: "2026-11-01", to: "2026-11-02" }));
  const members = await screen.findByRole("table", { name: "New members" });
  expect(
    within(members)
      .getAllByRole("row")
      .map(({ textContent }) => textContent),
  ).toEqual(["DayAccounts", "2026-11-012", "2026-11-023"]);
  for (const sum of ["40", "9", "5", "3"])
    expect(screen.getAllByText(sum).length).toBeGreaterThan(0);
  expect(asked[0]?.get("zone")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(asked[0]?.get("fromDate")).toBe(new Date("2026-11-01T00:00:00").toISOString());
});

test("what could not be loaded says so, and is asked for again", async () => {
  let broken = true;
  server.use(
    http.get("*/api/admin/statistics/daily", () =>
      broken
        ? new HttpResponse(null, { status: 422 })
        : HttpResponse.json({ data: { data: [day("2026-11-01", 2)], total: 1 } }),
    ),
  );
  const { user } = await open(paths.admin.statistics());
  const again = await screen.findByRole("button", { name: "Try again" });
  broken = false;
  await user.click(again);
  await waitFor(() => screen.getByRole("table", { name: "Hours on air" }));
});
