import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Balances, Income, Statement, Transfer, TransferFile } from "./api";
import FinancePage from "./FinancePage";
import PersonPage from "./PersonPage";
import TransferPage from "./TransferPage";
import TransfersPage from "./TransfersPage";

const answer = (data: unknown) => HttpResponse.json({ data });
const refusal = () => new HttpResponse(null, { status: 500 });

const scene = (path: string, route?: string) => ({
  session: people.ada,
  path,
  ...(route && { route }),
  pages: [
    paths.admin.finance(),
    paths.admin.transfers(),
    paths.admin.receivables(),
    "/admin/finance/transfers/$id",
    "/admin/finance/people/$id",
    paths.proof(),
  ],
});

const none = {
  kind: "",
  count: 0,
  gross: 0,
  refunded: 0,
  fee: 0,
  feeBack: 0,
  losses: 0,
  rewards: 0,
  other: 0,
  net: 0,
};
const earned: Income = {
  opening: 100,
  closing: 112.5,
  change: 12.5,
  total: { ...none, count: 2, gross: 150, fee: 30, losses: 17.5, net: 12.5 },
  kinds: [
    { ...none, kind: "recovery", losses: 17.5, net: -17.5 },
    { ...none, kind: "tip", count: 2, gross: 150, fee: 30, net: 30 },
  ],
};
const line = (name: string, closing: number, off = 0) => ({
  class: name,
  opening: 0,
  debits: 0,
  credits: closing,
  closing,
  off,
});
const sound: Balances = {
  at: "2026-11-02T12:00:00Z",
  classes: [line("earn", 75), line("wallet", 200), line("world:card", -275)],
  sum: 0,
  sound: true,
  wallets: 200,
  holds: 0,
  earnings: 75,
  payouts: 10,
  outstanding: 285,
  receivables: 70,
  worth: { currency: "USD", earnings: "3.75", payouts: "0.50" },
};
const debt = {
  person: { _id: "tom", username: "tom" },
  owed: 70,
  since: "2026-10-01T12:00:00Z",
  days: 32,
};

function books(found: Balances) {
  const asked: string[] = [];
  server.use(
    http.get("*/api/admin/finance/income", ({ request }) => {
      asked.push(new URL(request.url).search);
      return answer(earned);
    }),
    http.get("*/api/admin/finance/balances", () => answer(found)),
    http.get("*/api/admin/finance/receivables", () => answer({ data: [debt], total: 1 })),
  );
  return asked;
}

test("the overview says what was earned and owed, and that the books balance", async () => {
  const asked = books(sound);
  const { user } = await render(<FinancePage />, scene(paths.admin.finance()));
  const kinds = await screen.findByRole("region", { name: "Site's income by kind" });
  expect(await within(kinds).findByRole("row", { name: /^Tip 2 150\.00 .*30\.00$/ })).toBeTruthy();
  expect(within(kinds).getByRole("row", { name: /^All kinds 2 150\.00 .*12\.50$/ })).toBeTruthy();
  expect(screen.getByText("Balanced")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText(/≈ 3\.75 USD/)).toBeTruthy();
  const owes = screen.getByRole("region", { name: "Owed to the site" });
  expect(within(owes).getByRole("row", { name: /tom 70\.00 .* 32 days/ })).toBeTruthy();
  expect(within(owes).getByRole("link", { name: "tom" }).getAttribute("href")).toBe(
    "/admin/finance/people/tom",
  );
  await user.click(screen.getByRole("button", { name: "All" }));
  await waitFor(() => expect(asked.at(-1)).toBe(""));
  const file = screen.getByRole("link", { name: "CSV of the site's income" });
  expect(file.getAttribute("href")).toBe("/api/admin/finance/income/export?");
});

test("books that do not balance are an alarm", async () => {
  books({ ...sound, classes: [line("earn", 76, 1), line("wallet", 200)], sum: 1, sound: false });
  await render(<FinancePage />, scene(paths.admin.finance()));
  const alarm = await screen.findByRole("alert");
  expect(alarm.textContent).toContain("The books do not balance");
  expect(alarm.textContent).toContain("come to 1 tokens");
  expect(screen.getByText("Not balanced")).toBeTruthy();
  const balance = screen.getByRole("region", { name: "Trial balance" });
  expect(within(balance).getByRole("row", { name: /^Earnings .* 1\.00$/ })).toBeTruthy();
});

test("an overview without anything, and one that fails, say so", async () => {
  books({ ...sound, classes: [] });
  server.use(
    http.get("*/api/admin/finance/income", () => answer({ ...earned, kinds: [] })),
    http.get("*/api/admin/finance/receivables", refusal),
  );
  await render(<FinancePage />, scene(paths.admin.finance()));
  expect(await screen.findByText("Nothing was earned in this time")).toBeTruthy();
  expect(await screen.findByText("No token has moved yet")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

const tom = { _id: "tom", username: "tom" };
const nina = { _id: "nina", username: "nina" };
const tip: Transfer = {
  _id: "t1",
  kind: "tip",
  key: "tip:x1",
  reference: "x1",
  payer: tom,
  payee: nina,
  amount: 100,
  legs: [
    {
      source: { account: "wallet:tom", class: "wallet", owner: tom },
      target: { account: "earn:nina", class: "earn", owner: nina },
      amount: 80,
    },
    {
      source: { account: "wallet:tom", class: "wallet", owner: tom },
      target: { account: "site:revenue", class: "site:revenue" },
      amount: 20,
    },
  ],
  createdAt: "2026-11-02T12:00:00Z",
};

function shelf(...pages: { data: Transfer[]; next: string }[]) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/admin/finance/transfers", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer(pages[asked.length - 1] ?? pages.at(-1));
    }),
  );
  return asked;
}

test("transfers are found by every criterion, and the legs are said in words", async () => {
  const asked = shelf({ data: [tip], next: "" });
  const { user, router } = await render(<TransfersPage />, scene(paths.admin.transfers()));
  const row = await screen.findByRole("row", { name: /Tip tom nina/ });
  expect(row.textContent).toContain("80tom’s walletnina’s earnings");
  expect(row.textContent).toContain("20tom’s walletthe site");
  const form = within(screen.getByRole("form", { name: "Find transfers" }));
  await user.type(form.getByLabelText("Id, key or reference"), "tip:x");
  await user.type(form.getByLabelText("Person"), "tom");
  await user.type(form.getByLabelText("Account"), "site:revenue");
  await user.selectOptions(form.getByLabelText("Kind"), "tip");
  await user.type(form.getByLabelText("Tokens, at least"), "99.5");
  await user.type(form.getByLabelText("At most"), "100{Enter}");
  await waitFor(() => expect(asked).toHaveLength(2));
  const last = asked.at(-1);
  const said = ["q", "person", "account", "kind", "least", "most"].map((name) => last?.get(name));
  expect(said).toEqual(["tip:x", "tom", "site:revenue", "tip", "99.5", "100"]);
  expect(router.state.location.searchStr).toContain("person=tom");
  const file = screen.getByRole<HTMLAnchorElement>("link", { name: "CSV of the transfers found" });
  expect(file.getAttribute("href")).toBe(
    "/api/admin/finance/transfers/export?q=tip%3Ax&person=tom&account=site%3Arevenue&kind=tip&least=99.5&most=100",
  );
});

test("older transfers are an address of their own, so that the browser goes back", async () => {
  const asked = shelf({ data: [tip], next: "t1" }, { data: [{ ...tip, _id: "t0" }], next: "" });
  const { user, router } = await render(<TransfersPage />, scene(paths.admin.transfers()));
  await user.click(await screen.findByRole("button", { name: "Older" }));
  await waitFor(() => expect(asked.at(-1)?.get("before")).toBe("t1"));
  const file = screen.getByRole("link", { name: "CSV of the transfers found" });
  expect(file.getAttribute("href")).toBe("/api/admin/finance/transfers/export?"); // of every page
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Older" })).disabled).toBe(
    true,
  );
  act(() => router.history.back());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Newest" })).toBeNull());
});

test("no transfer, and a search that is refused, say so", async () => {
  shelf({ data: [], next: "" });
  const { unmount } = await render(<TransfersPage />, scene(paths.admin.transfers()));
  expect(await screen.findByText("No transfer matches")).toBeTruthy();
  unmount();
  server.use(
    http.get("*/api/admin/finance/transfers", () =>
      HttpResponse.json(
        { statusCode: 404, message: "This account does not exist.", error: "Not Found" },
        { status: 404 },
      ),
    ),
  );
  await render(<TransfersPage />, scene(paths.admin.transfers({ person: "nobody" })));
  expect(await screen.findByText("This account does not exist.")).toBeTruthy();
});

const file: TransferFile = {
  ...tip,
  reversedBy: "t2",
  split: { gross: 100, siteFee: 20, studioNet: 0, net: 80, back: false },
  related: [{ ...tip, _id: "t2", reverses: "t1" }, tip],
  more: true,
  day: "2026-11-02",
  dayClosed: true,
};

async function look(found: TransferFile) {
  server.use(http.get("*/api/admin/finance/transfers/t1", () => answer(found)));
  return render(
    <TransferPage />,
    scene("/admin/finance/transfers/t1", "/admin/finance/transfers/$id"),
  );
}

test("a transfer shows its legs, its split, what took it back, and its day", async () => {
  await look(file);
  const moved = await screen.findByRole("region", { name: "What moved" });
  expect(within(moved).getByRole("link", { name: "earn:nina" }).getAttribute("href")).toBe(
    "/admin/finance/transfers?account=earn%3Anina",
  );
  expect(screen.getByText("How it was shared")).toBeTruthy();
  expect(screen.getByRole("link", { name: "t2" }).getAttribute("href")).toBe(
    "/admin/finance/transfers/t2",
  );
  expect(screen.getByRole("link", { name: "Proof of the books" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /There are more/ })).toBeTruthy();
});

test("an open day has no proof yet, and a transfer that is not there says so", async () => {
  const { unmount } = await look({ ...file, dayClosed: false });
  expect(await screen.findByText(/still open/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Proof of the books" })).toBeNull();
  unmount();
  server.use(http.get("*/api/admin/finance/transfers/t1", refusal));
  await render(
    <TransferPage />,
    scene("/admin/finance/transfers/t1", "/admin/finance/transfers/$id"),
  );
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

const book: Statement = {
  person: { ...tom, role: "user" },
  at: "2026-11-02T12:00:00Z",
  accounts: [
    { class: "wallet", opening: 10, in: 300, out: 100, closing: 210 },
    { class: "receivable", opening: 0, in: 0, out: 70, closing: -70 },
  ],
  shown: "wallet",
  lines: [
    {
      _id: "t1",
      kind: "tip",
      reference: "x1",
      other: nina,
      amount: -100,
      balance: 210,
      createdAt: "2026-11-02T12:00:00Z",
    },
  ],
  next: "t1",
  wallet: { paid: 200, promotional: 10 },
};

function statements(found: Statement) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/admin/finance/people/tom", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      return answer({ ...found, shown: query.get("account") ?? found.shown });
    }),
  );
  return asked;
}

const tomsPage = "/admin/finance/people/tom";
const draw = (query = "") =>
  render(<PersonPage />, scene(tomsPage + query, "/admin/finance/people/$id"));

test("a statement has an opening, lines and a closing for each account, and two files", async () => {
  const asked = statements(book);
  const { user } = await draw("?from=2026-11-01&to=2026-11-02");
  expect(await screen.findByRole("heading", { name: "Statement of tom" })).toBeTruthy();
  expect(screen.getByRole("row", { name: /Tip nina – −100\.00 210\.00/ })).toBeTruthy();
  expect(screen.getByText(/200 bought tokens and 10 given ones/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "PDF" }).getAttribute("href")).toMatch(
    /^\/api\/admin\/finance\/people\/tom\/paper\?fromDate=/,
  );
  await user.click(screen.getByRole("tab", { name: "Owed to the site" }));
  await waitFor(() => expect(asked.at(-1)?.get("account")).toBe("receivable"));
  expect(await screen.findByText("-70.00")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Later" }));
  await waitFor(() => expect(asked.at(-1)?.get("after")).toBe("t1"));
  expect(await screen.findByRole("button", { name: "From the beginning" })).toBeTruthy();
});

test("a statement of no accounts, one without lines, and one that fails", async () => {
  statements({ ...book, accounts: [], shown: "", lines: [], next: "" });
  const first = await draw();
  expect(await screen.findByText("No tokens have moved in this time")).toBeTruthy();
  first.unmount();
  statements({ ...book, lines: [], next: "" });
  const second = await draw();
  expect(await screen.findByText("Nothing moved here in this time")).toBeTruthy();
  second.unmount();
  server.use(http.get("*/api/admin/finance/people/tom", refusal));
  await draw();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
