import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { daily } from "./daily";
import { addDays, rangeOf } from "./range";
import TokenHistoryPage from "./TokenHistoryPage";

test("a day without income is a day of 0", () => {
  const incomes = [
    { createdAt: new Date("2026-11-01T10:00:00").toISOString(), netPrice: 20 },
    { createdAt: new Date("2026-11-01T23:59:00").toISOString(), netPrice: 12.5 },
    { createdAt: new Date("2026-11-03T00:00:00").toISOString(), netPrice: 8 },
  ];
  expect(daily(incomes, "2026-11-01", "2026-11-03")).toEqual([
    { day: "2026-11-01", net: 32.5 },
    { day: "2026-11-02", net: 0 },
    { day: "2026-11-03", net: 8 },
  ]);
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
