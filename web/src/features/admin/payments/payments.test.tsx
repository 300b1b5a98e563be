import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import AdminPaymentPage from "./AdminPaymentPage";
import AdminPaymentsPage from "./AdminPaymentsPage";
import type { AdminPackage, Case, Odd, PaymentFile } from "./api";
import GatewaysPage from "./GatewaysPage";
import PackagesPage from "./PackagesPage";
import QuarantinePage from "./QuarantinePage";
import ReceivablesPage from "./ReceivablesPage";
import { answer, because, card, fileOf, list, scene, tasterOf } from "./testing";

beforeEach(() =>
  server.use(
    http.get("*/api/admin/payments/gateways", () => list(card)),
    http.get("*/api/admin/payments/proposals", () => list()),
  ),
);

test("payments are searched by words, gateway and state, and the gateways can be asked now", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/admin/payments/intents", ({ request }) => {
      asked.push(new URL(request.url).search);
      return list(tasterOf("pay1"));
    }),
    http.post("*/api/admin/payments/reconcile", () =>
      answer({ asked: 2, events: 1, expired: 0, failed: 0 }),
    ),
  );
  const { user } = await render(<AdminPaymentsPage />, scene(paths.admin.payments()));
  expect((await screen.findByRole("row", { name: /Taster/ })).textContent).toMatch(
    /9\.99 EUR.*Paid/,
  );
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "wire-9{Enter}");
  await waitFor(() => expect(asked.at(-1)).toContain("q=wire-9"));
  await user.selectOptions(screen.getByLabelText("State"), "underpaid");
  await waitFor(() => expect(asked.at(-1)).toContain("status=underpaid"));
  await user.click(screen.getByRole("button", { name: "Reconcile now" }));
  expect(await screen.findByText(/^2 payments asked about, 1 answer new/)).toBeTruthy();
});

test("no payment, and a list that fails, say so", async () => {
  server.use(http.get("*/api/admin/payments/intents", () => list()));
  const { unmount } = await render(<AdminPaymentsPage />, scene(paths.admin.payments()));
  expect(await screen.findByText("No payment matches")).toBeTruthy();
  unmount();
  server.use(
    http.get("*/api/admin/payments/intents", () => new HttpResponse(null, { status: 500 })),
  );
  await render(<AdminPaymentsPage />, scene(paths.admin.payments()));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("an entry by hand names a member, and above the limit waits for a second admin", async () => {
  const sent: unknown[] = [];
  const tom = { _id: "tom", username: "tom", role: "user", status: "active" };
  server.use(
    http.get("*/api/admin/payments/intents", () => list()),
    http.get("*/api/users/search", ({ request }) =>
      new URL(request.url).searchParams.get("q") === "tom" ? list(tom) : list(),
    ),
    http.post("*/api/admin/payments/entries", async ({ request }) => {
      sent.push(await request.json());
      return answer({ ...tasterOf("e1"), kind: "credit", gateway: "manual", status: "created" });
    }),
  );
  const { user } = await render(<AdminPaymentsPage />, scene(paths.admin.payments()));
  await user.click(await screen.findByRole("button", { name: "Enter by hand" }));
  const form = within(screen.getByRole("form", { name: "Entry by hand" }));
  await user.type(form.getByLabelText(/^Username/), "nobody");
  await user.type(form.getByLabelText(/^Tokens/), "500");
  await user.type(form.getByLabelText(/^Reference/), "wire-9");
  await user.type(form.getByLabelText(/^Reason/), because);
  await user.click(form.getByRole("button", { name: "Enter" }));
  expect(await form.findByText("No member is called nobody.")).toBeTruthy();
  await user.clear(form.getByLabelText(/^Username/));
  await user.type(form.getByLabelText(/^Username/), "tom");
  await user.click(form.getByRole("button", { name: "Enter" }));
  expect(await screen.findByText(/A second admin has to approve it/)).toBeTruthy();
  expect(sent).toEqual([
    { accountId: "tom", direction: "credit", tokens: 500, reference: "wire-9", reason: because },
  ]);
});

async function look(file: PaymentFile) {
  server.use(http.get("*/api/admin/payments/intents/pay1", () => answer(file)));
  return render(<AdminPaymentPage />, scene("/admin/payments/pay1", "/admin/payments/$id"));
}

test("a payment shows its events; a refund needs a reason of ten characters", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/admin/payments/intents/pay1/refund", async ({ request }) => {
      sent.push(await request.json());
      return answer({
        _id: "r1",
        amount: 999,
        tokens: 100,
        status: "done",
        by: "ada",
        reason: because,
      });
    }),
  );
  const { user } = await look(fileOf({}));
  expect((await screen.findByRole("row", { name: /sale:1/ })).textContent).toMatch(
    /Paid.*9\.99.*Notification/,
  );
  await user.click(screen.getByRole("button", { name: "Refund" }));
  const dialog = within(screen.getByRole("dialog", { name: "Refund?" }));
  await user.type(dialog.getByLabelText(/^Reason/), "short");
  await user.click(dialog.getByRole("button", { name: "Refund" }));
  expect(await dialog.findByText("Must have 10 to 500 characters")).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Reason/), ` ${because}`);
  await user.click(dialog.getByRole("button", { name: "Refund" }));
  expect(await screen.findByText("The refund is under way.")).toBeTruthy();
  expect(sent).toEqual([{ reason: `short ${because}` }]);
});

test("what somebody wrote into the database says that it counts for nothing", async () => {
  const told = fileOf({}).events;
  await look(
    fileOf({ events: [...told, ...told.map((e) => ({ ...e, key: "sale:2", forged: true }))] }),
  );
  expect(await screen.findAllByText("Forged: counts for nothing")).toHaveLength(1);
});

test("an own entry is for another admin to approve", async () => {
  const waits = { kind: "credit", gateway: "manual", status: "created" } as const;
  const first = await look(fileOf({ ...waits, enteredBy: people.ada.username }));
  expect(await screen.findByText("Another admin has to approve it")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.getByRole("button", { name: "Reject" })).toBeTruthy();
  first.unmount();
  await look(fileOf({ ...waits, enteredBy: "bea" }));
  expect(await screen.findByRole("button", { name: "Approve" })).toBeTruthy();
});

test("a dispute's outcome can be recorded", async () => {
  const { user } = await look(fileOf({ status: "charged_back", dispute: "open", disputed: 999 }));
  let sent: unknown;
  server.use(
    http.post("*/api/admin/payments/intents/pay1/outcome", async ({ request }) => {
      sent = await request.json();
      return answer(tasterOf("pay1"));
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Dispute won" }));
  const dialog = within(screen.getByRole("dialog", { name: "Dispute won?" }));
  await user.type(dialog.getByLabelText(/^Reason/), because);
  await user.click(dialog.getByRole("button", { name: "Dispute won" }));
  await waitFor(() => expect(sent).toEqual({ outcome: "won", reason: because }));
});

test("a dispute that was lost can only be won on appeal", async () => {
  await look(fileOf({ status: "charged_back", dispute: "lost", disputed: 999 }));
  expect(await screen.findByRole("button", { name: "Won on appeal" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Dispute lost" })).toBeNull();
});

const odd: Odd = {
  _id: "o1",
  gateway: "ccbill",
  kind: "paid",
  key: "sale:9",
  amount: 899,
  currency: "EUR",
  differences: ["amount: 8.99 EUR instead of 9.99 EUR"],
  status: "open",
  createdAt: "2026-11-02T12:00:00Z",
};

test("quarantine: what differs, applied to a payment with a reason; the first of two admins cannot be the second", async () => {
  let sent: unknown;
  let rows: Odd[] = [odd];
  server.use(
    http.get("*/api/admin/payments/quarantine", () => list(...rows)),
    http.post("*/api/admin/payments/quarantine/o1/decide", async ({ request }) => {
      sent = await request.json();
      rows = [{ ...odd, status: "approved", firstBy: people.ada.username }];
      return answer(rows[0]);
    }),
  );
  const { user } = await render(<QuarantinePage />, scene(paths.admin.quarantine()));
  expect(await screen.findByText("amount: 8.99 EUR instead of 9.99 EUR")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Apply" }));
  const dialog = within(screen.getByRole("dialog", { name: "Apply it after all?" }));
  await user.type(dialog.getByLabelText(/^Id of the payment/), "pay1");
  await user.type(dialog.getByLabelText(/^Reason/), because);
  await user.click(dialog.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText("Another admin has to apply it")).toBeTruthy();
  expect(sent).toEqual({ decision: "apply", transactionId: "pay1", reason: because });
  expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
});

test("nothing in quarantine says so", async () => {
  server.use(http.get("*/api/admin/payments/quarantine", () => list()));
  await render(<QuarantinePage />, scene(paths.admin.quarantine()));
  expect(await screen.findByText("Nothing is in quarantine")).toBeTruthy();
});

test("a receivable is decided with a reason", async () => {
  const owed: Case = {
    _id: "c1",
    transactionId: "pay1",
    accountId: "account-of-tom",
    username: "tom",
    cause: "dispute",
    taken: 100,
    amount: 60,
    recovered: 0,
    writtenOff: 0,
    owed: 60,
    status: "open",
    openedAt: "2026-11-02T12:00:00Z",
  };
  let sent: unknown;
  server.use(
    http.get("*/api/admin/payments/receivables", () => list(owed)),
    http.get("*/api/admin/payments/ratios", () => list()),
    http.post("*/api/admin/payments/receivables/c1/decide", async ({ request }) => {
      sent = await request.json();
      return answer({ ...owed, status: "decided", decision: "writeOff" });
    }),
  );
  const { user } = await render(<ReceivablesPage />, scene(paths.admin.receivables()));
  await user.click(await screen.findByRole("button", { name: "Decide" }));
  const dialog = within(screen.getByRole("dialog", { name: "Decide about this receivable" }));
  await user.selectOptions(dialog.getByLabelText("Decision"), "writeOff");
  await user.type(dialog.getByLabelText(/^Reason/), because);
  await user.click(dialog.getByRole("button", { name: "Write off" }));
  await waitFor(() => expect(sent).toEqual({ decision: "writeOff", reason: because }));
});

const pack: AdminPackage = {
  _id: "p1",
  name: "Taster",
  price: 999,
  priceText: "9.99",
  currency: "EUR",
  tokens: 100,
  bonus: 0,
  pricePerToken: 999,
  gateways: [],
  ordering: 1,
  isActive: true,
  carriers: [{ _id: "ccbill", why: "The most is 5.00 EUR." }],
};

test("packages: a typed price becomes minor units, a wrong one is refused, and one is taken off sale", async () => {
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/admin/payments/packages", () => list(pack)),
    http.put("*/api/admin/payments/packages/p1", async ({ request }) => {
      sent.push(await request.json());
      return answer(pack);
    }),
  );
  const { user } = await render(<PackagesPage />, scene(paths.admin.tokenPackages()));
  expect(await screen.findByText("ccbill: cannot")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Change Taster" }));
  const form = within(screen.getByRole("form", { name: "Package" }));
  await user.clear(form.getByLabelText(/^Price/));
  await user.type(form.getByLabelText(/^Price/), "10,50");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Must be an amount such as 24.99")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.clear(form.getByLabelText(/^Price/));
  await user.type(form.getByLabelText(/^Price/), "10.5");
  await user.click(form.getByRole("button", { name: "Save" }));
  const body = { name: "Taster", price: 1050, currency: "EUR", tokens: 100, bonus: 0, ordering: 1 };
  await waitFor(() => expect(sent).toEqual([{ ...body, isActive: true }]));
  await user.click(await screen.findByRole("switch", { name: "Taster is on sale" }));
  await waitFor(() => expect(sent[1]).toEqual({ ...body, price: 999, isActive: false }));
});

test("a package is moved with both numbers", async () => {
  const sent: unknown[] = [];
  const second = { ...pack, _id: "p2", name: "Evening", ordering: 1 };
  server.use(
    http.get("*/api/admin/payments/packages", () => list(pack, second)),
    http.put<{ id: string }, { ordering: number }>(
      "*/api/admin/payments/packages/:id",
      async ({ request, params }) => {
        sent.push([params.id, (await request.json()).ordering]);
        return answer(pack);
      },
    ),
  );
  const { user } = await render(<PackagesPage />, scene(paths.admin.tokenPackages()));
  await user.click(await screen.findByRole("button", { name: "Move Evening up" }));
  await waitFor(() =>
    expect(sent).toEqual([
      ["p2", 1],
      ["p1", 2],
    ]),
  );
});

test("a gateway draws its own form; a stored secret is never shown and stays when left empty", async () => {
  let sent: unknown;
  let refused = true;
  server.use(
    http.put("*/api/admin/payments/gateways/ccbill", async ({ request }) => {
      sent = await request.json();
      if (!refused) return answer({ ...card, values: { shop: "654321" } });
      const message = [{ property: "shop", constraints: { rule: "Must be six digits" } }];
      return HttpResponse.json({ statusCode: 422, message, error: "invalid" }, { status: 422 });
    }),
  );
  const { user } = await render(<GatewaysPage />, scene(paths.admin.gateways()));
  const form = within(await screen.findByRole("form", { name: "CCBill" }));
  const salt = form.getByLabelText(/^Salt/);
  expect(salt.getAttribute("type")).toBe("password");
  expect(salt.getAttribute("placeholder")).toContain("Leave empty to keep it");
  await user.clear(form.getByLabelText(/^Account/));
  await user.type(form.getByLabelText(/^Account/), "654321");
  await user.click(form.getByLabelText("USD"));
  await user.click(form.getByRole("button", { name: "Save CCBill" }));
  expect(await form.findByText("Must be six digits")).toBeTruthy();
  refused = false;
  await user.click(form.getByRole("button", { name: "Save CCBill" }));
  expect(await screen.findByText("CCBill is saved and active.")).toBeTruthy();
  expect(sent).toEqual({ values: { shop: "654321" }, isActive: true, currencies: ["USD"] });
});

test("the sandbox says that no money moves, and a gateway says why it cannot be used", async () => {
  const sandbox = {
    ...card,
    _id: "sandbox",
    name: "Sandbox",
    problem: "Only in development mode.",
  };
  server.use(http.get("*/api/admin/payments/gateways", () => list(sandbox)));
  await render(<GatewaysPage />, scene(paths.admin.gateways()));
  expect(await screen.findByText("No money moves")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe(
    "It cannot be used now: Only in development mode.",
  );
});

test("the share of disputed sales is shown by month and gateway, with its level", async () => {
  const month = "2026-11";
  server.use(
    http.get("*/api/admin/payments/receivables", () => list()),
    http.get("*/api/admin/payments/ratios", () =>
      list(
        { month, sales: 400, disputes: 4, frauds: 0, ratio: "1.00", level: "warning" },
        {
          month,
          gateway: "ccbill",
          sales: 200,
          disputes: 1,
          frauds: 3,
          ratio: "2.00",
          level: "alarm",
        },
        { month: "2026-10", sales: 0, disputes: 0, frauds: 0, ratio: "0.00", level: "normal" },
      ),
    ),
  );
  await render(<ReceivablesPage />, scene(paths.admin.receivables()));
  await screen.findByText("2.00 %");
  const rows = screen.getAllByRole("row").slice(1); // without the head
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/All together.*400.*1\.00 %.*Warning/),
    expect.stringMatching(/ccbill.*200.*1.*3.*2\.00 %.*Alarm/),
  ]);
});
