import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Caps, Payment } from "./api";
import * as door from "./door";
import FundsTokensPage from "./FundsTokensPage";
import { answer, begun, evening, noLimits, refuse, stock, taster } from "./testing";

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});

const open = (query = "") =>
  render(<FundsTokensPage />, {
    session: people.tom,
    path: paths.user.fundsTokens() + query,
    pages: [
      paths.home(),
      paths.contact(),
      paths.user.accountSettings(),
      paths.user.transactionHistory(),
      paths.user.paymentTokenHistory(),
    ],
  });

const choice = (name: RegExp) => screen.findByRole("radio", { name });
const isChecked = (element: HTMLElement) => element.matches(":checked");

afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  vi.spyOn(door, "goToPay").mockImplementation(() => {});
});

test("a package shows its price, its bonus and what a token costs; the cheapest token is marked", async () => {
  stock();
  await open();
  expect(await choice(/Taster/)).toBeTruthy();
  const small = screen.getByText("Taster").closest("label");
  const large = screen.getByText("Evening").closest("label");
  expect(small?.textContent).toContain("€9.99");
  expect(small?.textContent).toContain("€0.0999 a token");
  expect(small?.textContent).not.toContain("Best value");
  expect(large?.textContent).toContain("260 and 10 on top");
  expect(large?.textContent).toContain("Best value");
});

test("the way paid last is chosen, and only ways that carry the package are there", async () => {
  stock({ last: "btcpay" });
  const { user } = await open();
  expect(isChecked(await choice(/BTCPay/))).toBe(true);
  await user.click(await choice(/Evening/));
  expect(screen.queryByRole("radio", { name: /CCBill/ })).toBeNull();
  expect(screen.getByText("BTCPay")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Pay €24.99" })).toBeTruthy();
});

test("a package that nothing can carry cannot be chosen", async () => {
  stock({ packages: [{ ...taster, gateways: [] }] });
  await open();
  expect((await choice(/Taster/)).matches(":disabled")).toBe(true);
  expect(screen.getByRole("button", { name: "Pay" }).matches(":disabled")).toBe(true);
});

test("buying leads to where it is paid, with the chosen way", async () => {
  stock();
  const asked: unknown[] = [];
  const keys = new Set<string | null>();
  const started = { paymentUrl: "https://pay.test/1", transactionId: "pay1" };
  server.use(
    http.post("*/api/payment/purchase-tokens/p1", async ({ request }) => {
      asked.push(await request.json());
      keys.add(request.headers.get("Idempotency-Key"));
      return answer(started);
    }),
  );
  const { user } = await open();
  await user.click(await choice(/BTCPay/));
  await user.click(screen.getByRole("button", { name: "Pay €9.99" }));
  await waitFor(() => expect(door.goToPay).toHaveBeenCalledWith(started));
  expect(asked).toEqual([{ gateway: "btcpay" }]);
  expect(keys.size).toBe(1);
});

test.each([
  [409, "email_unverified", "Verify your address", paths.user.accountSettings()],
  [409, "receivable_open", "Write to us", paths.contact()],
  [409, "spending_frozen", "Write to us", paths.contact()],
  [409, "cool_off", "See your pause", `${paths.user.fundsTokens()}#limits`],
])("a refusal (%i %s) is told in place, with the next step", async (status, code, label, href) => {
  stock();
  const words = "This is why it is refused.";
  server.use(http.post("*/api/payment/purchase-tokens/p1", () => refuse(status, code, words)));
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Pay €9.99" }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(href);
  expect(door.goToPay).not.toHaveBeenCalled();
});

test("nothing on sale, and a list that fails, say so", async () => {
  stock({ packages: [] });
  const first = await open();
  expect(await screen.findByText("No tokens are on sale now")).toBeTruthy();
  first.unmount();

  let works = false;
  server.use(
    http.get("*/api/package/token/search", () =>
      works ? answer({ data: [taster], total: 1 }) : new HttpResponse(null, { status: 500 }),
    ),
  );
  const { user } = await open();
  const again = await screen.findByRole("button", { name: "Try again" });
  works = true;
  await user.click(again);
  expect(await choice(/Taster/)).toBeTruthy();
});

const states: [Payment["status"], string][] = [
  ["created", "We wait for your payment"],
  ["pending", "Your payment is on its way"],
  ["paid", "100 tokens are yours"],
  ["failed", "The payment was declined"],
  ["expired", "The payment was not finished in time"],
  ["underpaid", "Less was paid than the price"],
  ["quarantine", "We are looking at your payment"],
  ["refunded", "This payment was given back"],
  ["charged_back", "This payment was taken back"],
];

test.each(states)("who comes back sees that it is %s: %s", async (status, title) => {
  stock();
  server.use(http.get("*/api/payment/transactions/pay1", () => answer({ ...begun, status })));
  await open("?payment=pay1");
  const state = within(await screen.findByRole("region", { name: "Your payment" }));
  expect(state.getByRole("heading").textContent).toBe(title);
  const asksUs = ["underpaid", "quarantine", "charged_back"].includes(status);
  expect(state.queryByRole("link", { name: "Write to us" }) !== null).toBe(asksUs);
});

test("the state follows the socket, without a reload", async () => {
  stock();
  let status: Payment["status"] = "pending";
  server.use(http.get("*/api/payment/transactions/pay1", () => answer({ ...begun, status })));
  await open("?payment=pay1");
  expect(await screen.findByText("Your payment is on its way")).toBeTruthy();
  status = "paid";
  act(() => wire.say("payment/changed", { id: "pay1", status, tokens: 100, bonus: 0 }));
  expect(await screen.findByText("100 tokens are yours")).toBeTruthy();
});

test("who came back without paying is told that nothing was charged, and a strange payment is none", async () => {
  stock();
  server.use(http.get("*/api/payment/transactions/pay1", () => answer(begun)));
  const { unmount } = await open("?cancelled=pay1");
  expect(await screen.findByText("You came back without paying")).toBeTruthy();
  unmount();
  server.use(
    http.get("*/api/payment/transactions/pay2", () =>
      refuse(404, "not_found", "This payment does not exist."),
    ),
  );
  await open("?payment=pay2");
  expect(await screen.findByText("This payment does not exist.")).toBeTruthy();
});

test("whose spending is frozen is told before, and cannot buy", async () => {
  stock({ limits: { ...noLimits, frozen: true } });
  await open();
  expect(await screen.findByText(/paused while a payment is being looked at/)).toBeTruthy();
  expect((await screen.findByRole("button", { name: "Pay €9.99" })).matches(":disabled")).toBe(
    true,
  );
});

test("limits: what is spent, what holds at once and what waits", async () => {
  stock({ packages: [evening] });
  const asked: Caps[] = [];
  server.use(
    http.put<never, Caps>("*/api/member/spending-limits", async ({ request }) => {
      const next = await request.json();
      asked.push(next);
      return answer({
        ...noLimits,
        daily: 50,
        weekly: 200,
        next,
        nextAt: "2026-11-03T12:00:00Z",
      });
    }),
  );
  const { user } = await open();
  const form = within(await screen.findByRole("form", { name: "Spending limits" }));
  expect(form.getByText("Spent: 12.50")).toBeTruthy();
  await user.type(form.getByLabelText("In 24 hours"), "-1");
  await user.click(form.getByRole("button", { name: "Save limits" }));
  expect(await form.findByText("Must be between 0 and 10000000")).toBeTruthy();
  expect(asked).toEqual([]);
  await user.clear(form.getByLabelText("In 24 hours"));
  await user.type(form.getByLabelText("In 24 hours"), "50");
  await user.type(form.getByLabelText("In 7 days"), "500");
  await user.click(form.getByRole("button", { name: "Save limits" }));
  expect(await form.findByText("In 7 days: 500 tokens, until then 200 tokens")).toBeTruthy();
  expect(form.queryByText(/In 24 hours: /)).toBeNull(); // the lower one holds already
  expect(asked).toEqual([{ daily: 50, weekly: 500, monthly: 0 }]);
});

test("a break is asked about once, and then holds", async () => {
  stock();
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/member/cool-off", async ({ request }) => {
      asked.push(await request.json());
      return answer({ ...noLimits, coolOffUntil: new Date(Date.now() + 7e8).toISOString() });
    }),
  );
  const { user } = await open();
  await user.selectOptions(await screen.findByLabelText("For how long"), "168");
  await user.click(screen.getByRole("button", { name: "Begin the break" }));
  expect(asked).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { name: "Begin the break now?" }));
  await user.click(dialog.getByRole("button", { name: "Begin the break" }));
  expect(await screen.findByText(/^Your break lasts until/)).toBeTruthy();
  expect(asked).toEqual([{ hours: 168 }]);
  expect(screen.getByRole("button", { name: "Pay €9.99" }).matches(":disabled")).toBe(true);
});
