import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { incomes } from "@/money/kinds";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import AdminCommissionsPage from "./AdminCommissionsPage";
import type { Change, Outcome, Rated } from "./api";
import { OwnRates } from "./OwnRates";
import { Simulator } from "./Simulator";

const all = (percent: number) => Object.fromEntries(incomes.map(({ id }) => [id, percent]));
const card = (name: string) => ({
  _id: name,
  username: name,
  name,
  avatar: "",
  role: "performer" as const,
});
const change: Change = {
  level: "performer",
  kind: "tip",
  account: card("nina"),
  before: 20,
  by: "",
  createdAt: "2026-11-02T12:00:00Z",
};
const parts = { gross: 100, siteFee: 30, studioNet: 28, net: 42 };
const outcome: Outcome = {
  count: 3,
  was: parts,
  wouldBe: { gross: 100, siteFee: 20, studioNet: 32, net: 48 },
  byKind: [
    {
      kind: "tip",
      count: 3,
      was: parts,
      wouldBe: { gross: 100, siteFee: 20, studioNet: 32, net: 48 },
    },
  ],
  fromDate: "2026-11-01T00:00:00Z",
  untilDate: "2026-11-02T00:00:00Z",
};

const own = http.get("*/api/settings/performer/commission", () =>
  HttpResponse.json({ data: { site: all(30), rates: all(60), studio: card("loft") } }),
);

test("a performer reads her rates, what they make of 100 tokens, and their changes", async () => {
  server.use(
    own,
    http.get("*/api/earning/performer/commission-history", () =>
      HttpResponse.json({ data: { data: [change], total: 1 } }),
    ),
  );
  await render(<OwnRates />, { session: people.nina });
  const rates = await screen.findByRole("region", { name: "Your rates now" });
  const row = await within(rates).findByRole("row", {
    name: "Tips Site keeps 30.00 % You get 60.00 % 42.00",
  });
  expect(row).toBeDefined();
  expect(
    await screen.findByRole("row", { name: /Site keeps, of nina Tip 20.00 % → default The site/ }),
  ).toBeDefined();
});

test("the simulator sends what was changed only, and shows the difference", async () => {
  let asked: unknown;
  server.use(
    own,
    http.post("*/api/earning/performer/simulate", async ({ request }) => {
      asked = await request.json();
      return HttpResponse.json({ data: outcome });
    }),
  );
  const range = { fromDate: "2026-11-01T00:00:00.000Z", toDate: "2026-11-01T23:59:59.999Z" };
  const { user } = await render(<Simulator who="performer" range={range} />, {
    session: people.nina,
  });
  const tips = await screen.findByRole("group", { name: "Tips" });
  const site = within(tips).getByLabelText("Site keeps");
  await within(tips).findByLabelText("You get of the studio's");
  await user.type(site, "120");
  await user.click(screen.getByRole("button", { name: "Calculate" }));
  expect(await within(tips).findByText("Must be between 0 and 100")).toBeDefined();
  expect(asked).toBeUndefined();
  await user.clear(site);
  await user.type(site, "20");
  await user.click(screen.getByRole("button", { name: "Calculate" }));
  expect(await screen.findByText(/You had/)).toBeDefined();
  expect(asked).toEqual({ ...range, rates: [{ kind: "tip", site: 20 }] });
  expect(screen.getByRole("row", { name: "Tip 42.00 48.00 +6.00" })).toBeDefined();
});

test("an admin finds somebody, sets a rate of her own with a reason, and changes a default", async () => {
  const rated: Rated = {
    account: card("nina"),
    rates: incomes.map(({ id }) => ({ kind: id, site: 20, from: "default" })),
  };
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/admin/commissions", () =>
      HttpResponse.json({ data: { rates: incomes.map(({ id }) => ({ kind: id, site: 20 })) } }),
    ),
    http.put("*/api/admin/commissions", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ data: { rates: [] } });
    }),
    http.get("*/api/admin/commissions/accounts", ({ request }) => {
      const q = new URL(request.url).searchParams.get("q");
      return HttpResponse.json({ data: { data: q ? [rated] : [], total: q ? 1 : 0 } });
    }),
    http.put("*/api/admin/commissions/accounts/:id", async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return HttpResponse.json({ data: rated });
    }),
  );
  const { user } = await render(<AdminCommissionsPage />, {
    path: paths.admin.commissions(),
    session: people.ada,
  });
  expect(await screen.findByText("The defaults hold for everybody")).toBeDefined();
  await user.type(screen.getByLabelText("Username, name or email"), "nin");
  await user.click(screen.getByRole("button", { name: "Find" }));
  await user.click(await screen.findByRole("button", { name: "Change the rates of nina" }));
  const dialog = screen.getByRole("dialog", { name: "Site keeps of nina" });
  await user.type(within(dialog).getByLabelText("Private shows"), "12.5");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("This field is required!")).toBeDefined();
  await user.type(within(dialog).getByLabelText(/^Why/), "She asked");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const rates = incomes.map(({ id: kind }) =>
    kind === "private" ? { kind, site: 12.5 } : { kind },
  );
  expect(sent[0]).toEqual(["nina", { rates, reason: "She asked" }]);

  const form = await screen.findByRole("form", { name: "What the site keeps of everybody" });
  const tip = within(form).getByLabelText("Tips");
  await user.clear(tip);
  await user.type(tip, "25");
  await user.click(within(form).getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  const defaults = incomes.map(({ id: kind }) => ({ kind, site: kind === "tip" ? 25 : 20 }));
  expect(sent[1]).toEqual({ rates: defaults });
});
