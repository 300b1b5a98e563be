import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { request } from "@/money/payouts/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { heldDays } from "./held";
import PayoutRequestsPage from "./PayoutRequestsPage";
import { all, answer, serve, standing } from "./testing";

const open = (session: typeof people.nina | typeof people.stella = people.nina) =>
  render(<PayoutRequestsPage />, { session, path: "/account/performer/payout-requests" });

const refused = (message: string, error: string) =>
  HttpResponse.json({ statusCode: 409, message, error }, { status: 409 });

test("it says what is available, held until when, reserved and paid", async () => {
  serve();
  await open();
  const figure = async (label: string) => (await screen.findByText(label)).parentElement;
  expect((await figure("Available"))?.textContent).toContain("2,000");
  expect((await figure("Held for some days"))?.textContent).toContain("500");
  expect((await figure("Paid so far"))?.textContent).toContain("7,000");
  const held = within(await screen.findByRole("list", { name: "Held tokens by day" }));
  expect(held.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "10 Nov 2026 × 2200.30",
    "12 Nov 2026 × 1299.70",
  ]);
  expect(screen.getByText("1 later income not listed.")).toBeTruthy();
  expect(screen.queryByText("Kept for refunds")).toBeNull();
});

test("held tokens are summed without losing a hundredth", () => {
  const freeAt = "2026-11-10T10:00:00Z";
  const tenth = { type: "tip", sourceId: "a", token: 0.1, freeAt };
  expect(heldDays([tenth, tenth, tenth])).toEqual([{ day: "10 Nov 2026", count: 3, tokens: 0.3 }]);
});

test("a request is previewed, sent as it was shown, and cleared", async () => {
  const list = [request({ status: "done", reference: "bank 7" })];
  const { asked } = serve({
    requests: list,
    preview: (tokens) =>
      tokens === "500.5" ? { ...all, requestTokens: 500.5, amount: "250.25" } : all,
  });
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/payout-requests/performer", async ({ request: call }) => {
      sent.push(await call.json(), call.headers.get("Idempotency-Key"));
      list.unshift(request({ _id: "r2", requestTokens: 500.5, amount: "250.25" }));
      return answer(list[0] ?? {});
    }),
  );
  const { user } = await open();
  expect(await screen.findByRole("button", { name: "Request 1,000.00 EUR" })).toBeTruthy();
  await user.type(screen.getByLabelText("Tokens"), "500.5");
  await user.type(screen.getByLabelText("Note"), "please");
  const press = await screen.findByRole("button", { name: "Request 250.25 EUR" });
  expect(asked).not.toContain("5"); // what is half written is not asked about
  await user.click(press);
  expect(await screen.findByText("You have asked for 250.25 EUR.")).toBeTruthy();
  expect(sent).toEqual([
    { paymentAccountType: "bank_transfer", requestTokens: 500.5, requestNote: "please" },
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
  const rows = within(await screen.findByRole("region", { name: "Your requests" }));
  expect(await rows.findByText("250.25 EUR")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Tokens").value).toBe("");
});

test("a request that got no answer is tried again as the same one, another is another", async () => {
  serve();
  const sent: (string | null)[] = [];
  server.use(
    http.post("*/api/payout-requests/performer", ({ request: call }) => {
      sent.push(call.headers.get("Idempotency-Key"));
      return sent.length === 1 ? HttpResponse.error() : answer(request());
    }),
  );
  const { user } = await open();
  const press = () => screen.findByRole("button", { name: "Request 1,000.00 EUR" });
  await user.click(await press());
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  await user.click(await press());
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(await screen.findByText("You have asked for 1,000.00 EUR.")).toBeTruthy();
  await user.click(await press());
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
});

test("what is no amount is not asked about", async () => {
  const { asked } = serve();
  const { user } = await open();
  await user.type(await screen.findByLabelText("Tokens"), "1.234");
  expect(await screen.findByText(/at most 2 decimals/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Request a payout" }).disabled).toBe(
    true,
  );
  expect(asked).not.toContain("1.234");
});

test.each([
  [{ refusal: "You have an open payout request already.", openRequestId: "r1" }, /list below/],
  [
    { refusal: "Your payout details are new.", frozenUntil: "2026-11-12T12:00:00Z" },
    /begin again on 12 Nov 2026/,
  ],
  [{ refusal: "This is less than the minimum of a payout." }, /The least by this method is 50.00/],
  [
    { refusal: "This is less than the minimum of a payout.", available: 0, requestTokens: 0 },
    /All you have earned is still held/,
  ],
])("%o is told and closes the button", async (changes, told) => {
  serve({ preview: () => ({ ...all, ...changes }) });
  await open();
  const preview = within(await screen.findByRole("region", { name: "Preview" }));
  expect(preview.getByText(changes.refusal)).toBeTruthy();
  expect(preview.getByText(told)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Request a payout" }).disabled).toBe(
    true,
  );
});

test("a refusal at the last moment keeps what was written", async () => {
  serve();
  server.use(
    http.post("*/api/payout-requests/performer", () =>
      refused("You have an open payout request already.", "request_open"),
    ),
  );
  const { user } = await open();
  await user.type(await screen.findByLabelText("Note"), "please");
  await user.click(await screen.findByRole("button", { name: "Request 1,000.00 EUR" }));
  expect(await screen.findByText("You have an open payout request already.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("please");
});

test("without details the next step is told", async () => {
  serve({ details: { data: [] } });
  await open();
  expect(await screen.findByText("First say where you are paid")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Set up Paxum" })).toBeTruthy();
  expect(await screen.findByText("No requests yet")).toBeTruthy();
});

test("a pending request can be taken back, others can only be looked at", async () => {
  const list = [
    request(),
    request({ _id: "r0", status: "rejected", reason: "The name is not yours." }),
  ];
  serve({ requests: list, stats: { ...standing, owed: 20 } });
  let sent: unknown;
  server.use(
    http.put("*/api/payout-requests/performer/r1", async ({ request: call }) => {
      sent = await call.json();
      list[0] = request({ status: "cancelled" });
      return answer(list[0]);
    }),
  );
  const { user } = await open();
  expect(await screen.findByText("Kept for refunds")).toBeTruthy();
  expect(await screen.findByText("The name is not yours.")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Take back" })).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Take back" }));
  await user.click(screen.getByRole("button", { name: "Take it back" }));
  expect(await screen.findByText(/tokens are available again/)).toBeTruthy();
  expect(sent).toEqual({ status: "cancelled" });
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Take back" })).toBeNull());
});

test("one is looked at with its lines, its rate and its statement", async () => {
  serve({ requests: [request({ status: "done", reference: "bank 7" })] });
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Look" }));
  const dialog = within(screen.getByRole("dialog", { name: "Payout request" }));
  expect(dialog.getByText("bank 7")).toBeTruthy();
  expect(dialog.getByText("0.5000 EUR per token, frozen")).toBeTruthy();
  expect(dialog.getByText("−100")).toBeTruthy();
  expect(dialog.getByRole("link", { name: "Statement (PDF)" }).getAttribute("href")).toBe(
    "/api/payout-requests/performer/r1/statement",
  );
});

test("a studio asks by its own calls", async () => {
  serve({ earner: "studio", requests: [request({ role: "studio", status: "processing" })] });
  const { user } = await open(people.stella);
  expect(await screen.findByRole("button", { name: "Request 1,000.00 EUR" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Look" }));
  expect(screen.getByRole("link", { name: "Statement (PDF)" }).getAttribute("href")).toBe(
    "/api/payout-requests/studio/r1/statement",
  );
});

test("what cannot be loaded is told and tried again", async () => {
  serve();
  let fails = true;
  server.use(
    http.get("*/api/payout-requests/performer/search", () =>
      fails
        ? HttpResponse.json({ message: "The books are closed." }, { status: 500 })
        : answer({ data: [request()], total: 1 }),
    ),
  );
  const { user } = await open();
  expect(await screen.findByText("The books are closed.")).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("DE••••3000")).toBeTruthy();
});
