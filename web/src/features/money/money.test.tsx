import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import EarningPage from "./EarningPage";
import { addDays, rangeOf } from "./range";
import TokenHistoryPage from "./TokenHistoryPage";

test("the chart asks for days of the reader's zone, and reads them out", async () => {
  let asked = "";
  const zero = { count: 0, totalGross: 0, totalSiteFee: 0, totalNet: 0, byType: [] };
  server.use(
    http.get("*/api/earning/performer/stats", () => HttpResponse.json({ data: zero })),
    http.get("*/api/earning/performer/search", () =>
      HttpResponse.json({ data: { data: [], total: 0 } }),
    ),
    http.get("*/api/earning/performer/daily", ({ request }) => {
      asked = new URL(request.url).searchParams.get("zone") ?? "";
      const day = { day: "2026-11-01", count: 2, gross: 40, net: 32.5 };
      return HttpResponse.json({ data: { data: [day], total: 1 } });
    }),
  );
  await render(<EarningPage />, {
    path: paths.performer.earning(),
    session: people.nina,
    pages: [paths.live()],
  });
  expect(await screen.findByRole("row", { name: "2026-11-01 32.50", hidden: true })).toBeDefined();
  expect(asked).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test("a range holds its last day to the end, and no day is lost when clocks change", () => {
  const { fromDate, toDate } = rangeOf({ from: "2026-11-01", to: "2026-11-01" });
  expect(Date.parse(toDate ?? "") - Date.parse(fromDate ?? "")).toBe(86_400_000 - 1);
  expect(rangeOf({ from: "yesterday" })).toEqual({});
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
});

test("the filters of the history are in the address and in the call", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/transactions/user/search", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("type") ?? "");
      const tip = {
        _id: "t1",
        type: "tip",
        sourceId: "x",
        originalPrice: 25,
        token: -25,
        balance: 75,
        performerInfo: { _id: "nina", username: "nina" },
        createdAt: "2026-11-02T12:00:00Z",
      };
      return HttpResponse.json({ data: { data: [tip], total: 1 } });
    }),
  );
  const { user, router } = await render(<TokenHistoryPage />, {
    path: paths.user.paymentTokenHistory(),
    session: people.tom,
    pages: [paths.home(), "/room/$username"],
  });
  expect(await screen.findByText("−25")).toBeDefined();
  expect(screen.getByRole("link", { name: "nina" }).getAttribute("href")).toBe("/room/nina");
  await user.selectOptions(screen.getByLabelText("Type"), "tip");
  await vi.waitFor(() => expect(asked).toEqual(["", "tip"]));
  expect(router.state.location.searchStr).toBe("?type=tip");
});
