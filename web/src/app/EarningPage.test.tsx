import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { incomes } from "@/money/kinds";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import EarningPage from "./EarningPage";
import StudioEarningPage from "./StudioEarningPage";

// A drawing needs a canvas, which there is none of here; what it shows is in the table beside it.
vi.mock("@/ui/plot", () => ({ plot: () => () => {} }));

const sums = {
  count: 2,
  totalGross: 40,
  totalSiteFee: 8,
  totalNet: 32.5,
  byType: [{ type: "tip", count: 2, totalGross: 40, totalSiteFee: 8, totalNet: 32.5 }],
};
const person = (name: string) => ({ _id: name, username: name });
const income = {
  _id: "i1",
  type: "tip",
  sourceId: "t1",
  userInfo: person("tom"),
  performerInfo: person("nina"),
  originalPrice: 20,
  siteFee: 4,
  studioNet: 0,
  performerNet: 16,
  netPrice: 16,
  createdAt: "2026-11-02T12:00:00Z",
};

/** Answers a board's calls and keeps what they asked for. */
function board(who: "performer" | "studio") {
  const asked: Record<string, URLSearchParams> = {};
  const answer = (name: string, data: unknown) =>
    http.get(`*/api/earning/${who}/${name}`, ({ request }) => {
      asked[name] = new URL(request.url).searchParams;
      return HttpResponse.json({ data });
    });
  const day = { day: "2026-11-01", count: 2, gross: 40, net: 32.5 };
  const given = { ...income, _id: "i2", originalPrice: -5, siteFee: -1, netPrice: -4 };
  server.use(
    answer("stats", sums),
    answer("search", { data: [income, given], total: 2 }),
    answer("daily", { data: [day], total: 1 }),
    answer("performers", {
      data: [
        {
          performerInfo: person("nina"),
          count: 2,
          totalGross: 40,
          totalSiteFee: 8,
          totalPerformerNet: 20,
          totalNet: 12,
        },
      ],
      total: 1,
    }),
  );
  return asked;
}

test("the chart asks for days of the reader's zone, says which, and reads them out", async () => {
  const asked = board("performer");
  await render(<EarningPage />, {
    path: paths.performer.earning(),
    session: people.nina,
    pages: [paths.live()],
  });
  expect(await screen.findByRole("row", { name: "2026-11-01 32.50", hidden: true })).toBeDefined();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(asked.daily?.get("zone")).toBe(timeZone);
  expect(screen.getByText(`Days are those of your time zone, ${timeZone}.`)).toBeDefined();
  expect(screen.getByText("Taken back")).toBeDefined();
  expect(screen.getByText("+1.00")).toBeDefined();
});

test("the page says who bears a chargeback of what is earned now", async () => {
  board("performer");
  const asNina = { path: paths.performer.earning(), session: people.nina, pages: [paths.live()] };
  const page = await render(<EarningPage />, asNina);
  expect(await screen.findByText(/the site bears it: what you earn now stays yours/)).toBeDefined();
  page.unmount();
  await render(<EarningPage />, { ...asNina, settings: { chargebackBearer: "shared" } });
  expect(await screen.findByText(/taken back too, from you and from your studio/)).toBeDefined();
});

test("a kind, a person and a period narrow every part of the page, and the file", async () => {
  const asked = board("performer");
  const { user, router } = await render(<EarningPage />, {
    path: paths.performer.earning(),
    session: people.nina,
    pages: [paths.live()],
  });
  await user.click(
    (await screen.findAllByRole("button", { name: "Only tom" }))[0] ?? document.body,
  );
  const kind = screen.getByLabelText("Kind");
  for (const { id } of incomes) expect(kind.querySelector(`option[value="${id}"]`)).not.toBeNull();
  await user.selectOptions(kind, "tip");
  await user.click(screen.getByRole("button", { name: "Today" }));
  const file = screen.getByRole("link", { name: "CSV" }).getAttribute("href") ?? "";
  expect(file).toContain("/api/earning/performer/export?");
  await vi.waitFor(() => {
    for (const name of ["stats", "search", "daily"]) {
      const query = asked[name];
      expect(query?.get("member")).toBe("tom");
      expect(query?.get("type")).toBe("tip");
      const day = Date.parse(query?.get("toDate") ?? "") - Date.parse(query?.get("fromDate") ?? "");
      expect(day).toBeLessThan(90_000_000); // a day has at most 25 hours
    }
  });
  const query = new URLSearchParams(file.split("?")[1]);
  expect([query.get("member"), query.get("type")]).toEqual(["tom", "tip"]);
  await user.click(screen.getByRole("button", { name: "Show everybody, not only tom" }));
  expect(router.state.location.searchStr).not.toContain("member");
});

test("a studio sees what each of its performers brings, and one alone", async () => {
  const asked = board("studio");
  const { user } = await render(<StudioEarningPage />, {
    path: paths.studio.earning(),
    session: people.stella,
    pages: [paths.studio.models()],
  });
  const table = await screen.findByRole("region", { name: "By model" });
  const row = await within(table).findByRole("row", { name: /nina 2 40.00 8.00 20.00 12.00/ });
  await user.click(within(row).getByRole("button", { name: "Only nina" }));
  await vi.waitFor(() => expect(asked.search?.get("member")).toBe("nina"));
});

test("nothing earned offers the next step, and a refusal another try", async () => {
  const none = { count: 0, totalGross: 0, totalSiteFee: 0, totalNet: 0, byType: [] };
  server.use(
    http.get("*/api/earning/performer/stats", () => HttpResponse.json({ data: none })),
    http.get("*/api/earning/performer/search", () =>
      HttpResponse.json({ data: { data: [], total: 0 } }),
    ),
    http.get("*/api/earning/performer/daily", () =>
      HttpResponse.json({ statusCode: 500, message: "No", error: "x" }, { status: 500 }),
    ),
  );
  await render(<EarningPage />, {
    path: paths.performer.earning(),
    session: people.nina,
    pages: [paths.live()],
  });
  expect(await screen.findByRole("link", { name: "Go live" })).toBeDefined();
  expect(await screen.findByRole("button", { name: /again/i })).toBeDefined();
});
