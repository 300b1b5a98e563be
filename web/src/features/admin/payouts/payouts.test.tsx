import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { request } from "@/money/payouts/testing";
import type { PayoutRequest } from "@/money/payouts/types";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import PayoutsPage from "./PayoutsPage";
import { answer, batchOf } from "./testing";
import { carries, sumOf } from "./words";

async function open(list: PayoutRequest[], path = "/admin/payouts") {
  const asked: string[] = [];
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/admin/payouts", ({ request: call }) => {
      asked.push(new URL(call.url).search);
      return answer({ data: list, total: list.length });
    }),
    http.get("*/api/admin/payouts/batches", () => answer({ data: [], total: 0 })),
    http.put("*/api/admin/payouts/requests/r1", async ({ request: call }) => {
      sent.push(await call.json());
      list[0] = request({ secondApproval: true, firstBy: "ada" });
      return answer(list[0]);
    }),
  );
  const page = await render(<PayoutsPage />, {
    session: people.ada,
    path,
    pages: ["/admin/payouts/batches/$id"],
  });
  return { ...page, asked, sent };
}

const look = (who = "nina") =>
  screen.findByRole("button", { name: `Look at the request of ${who}` });

test("requests are found by status, method, decider and account", async () => {
  const { user, asked, router } = await open([request()]);
  await look();
  await user.selectOptions(screen.getByLabelText("Status"), "pending");
  await user.selectOptions(screen.getByLabelText("Method"), "paxum");
  await user.selectOptions(screen.getByLabelText("Decided by"), "site");
  await user.click(await screen.findByRole("button", { name: "nina" }));
  await vi.waitFor(() => {
    const last = new URLSearchParams(asked.at(-1));
    expect(Object.fromEntries(last)).toEqual({
      offset: "0",
      limit: "25",
      status: "pending",
      paymentAccountType: "paxum",
      decider: "site",
      accountId: "nina",
    });
  });
  await user.click(screen.getByRole("button", { name: "All accounts" }));
  await vi.waitFor(() => expect(router.state.location.searchStr).not.toContain("accountId"));
});

test("above the limit one admin's approval leaves it to another", async () => {
  const { user, sent } = await open([request()]);
  await user.click(await look());
  await user.click(screen.getByRole("button", { name: "Approve 1,000.00 EUR" }));
  expect(await screen.findByText(/Another admin must approve it too/)).toBeTruthy();
  expect(sent).toEqual([{ status: "processing" }]);
  expect(await screen.findByText("Approved by one of two")).toBeTruthy();
  await user.click(await look());
  expect(screen.getByText(/another admin must approve it too/)).toBeTruthy();
  expect(screen.getByText("Approved first by").nextSibling?.textContent).toBe("you");
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
});

test("the other admin may approve what one has approved", async () => {
  const { user } = await open([request({ secondApproval: true, firstBy: "bea" })]);
  await user.click(await look());
  expect(screen.getByRole("button", { name: "Approve 1,000.00 EUR" })).toBeTruthy();
});

test.each([
  [request({ userInfo: { _id: "ada", username: "ada" } }), /Nobody decides their own request/],
  [request({ studioId: "loft" }), /studio decides/],
  [request({ status: "processing", batchId: "b1" }), /This request is in a batch/],
])("what is not the admin's to decide can only be looked at", async (one, why) => {
  const { user } = await open([one]);
  await user.click(await look(one.userInfo.username));
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Approve|Reject|Mark as paid/ })).toBeNull();
});

test("paid by hand needs a reference, rejected a reason, and a refusal is told", async () => {
  const { user, sent } = await open([request({ status: "processing" })]);
  await user.click(await look());
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  await user.click(screen.getByRole("button", { name: "1,000.00 EUR is paid" }));
  expect(await screen.findByText("This field is required!")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Back" }));
  await user.click(screen.getByRole("button", { name: "Reject" }));
  server.use(
    http.put("*/api/admin/payouts/requests/r1", () =>
      HttpResponse.json({ message: "You cannot decide your own request." }, { status: 409 }),
    ),
  );
  await user.type(screen.getByLabelText(/^Reason/), "A mistake");
  await user.click(screen.getByRole("button", { name: "Reject the request" }));
  expect(await screen.findByText("You cannot decide your own request.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe("A mistake");
});

test("with no request, and with none that matches, that is said", async () => {
  const { user } = await open([]);
  expect(await screen.findByText("Nobody has asked yet")).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Status"), "done");
  expect(await screen.findByText("No request matches")).toBeTruthy();
});

test("a batch takes what its file can carry, shows the sum, and opens", async () => {
  const { user, asked, router } = await open(
    [
      request({ status: "processing", amount: "0.10" }),
      request({ _id: "r2", status: "processing", amount: "0.20" }),
      request({ _id: "r3", status: "processing", paymentAccountType: "paxum" }),
      request({ _id: "r4", status: "processing", batchId: "b0" }),
    ],
    "/admin/payouts?tab=batches",
  );
  let sent: unknown;
  server.use(
    http.post("*/api/admin/payouts/batches", async ({ request: call }) => {
      sent = await call.json();
      return answer(batchOf());
    }),
  );
  expect(await screen.findByText("No batches yet")).toBeTruthy();
  await user.click(screen.getAllByRole("button", { name: "New batch" })[0] ?? document.body);
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText(/3 approved requests that this file can carry/)).toBeTruthy();
  await user.selectOptions(dialog.getByLabelText("File"), "sepa");
  expect(dialog.getByText(/2 approved requests/)).toBeTruthy();
  expect(dialog.getByText(/euros to an IBAN inside SEPA/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Freeze 2 payments, 0.30 EUR" })).toBeTruthy();
  await user.click(dialog.getByLabelText(/nina, 0.10 EUR/));
  await user.click(dialog.getByRole("button", { name: "Freeze 1 payment, 0.20 EUR" }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/admin/payouts/batches/b1"));
  expect(sent).toEqual({ rail: "sepa", requestIds: ["r2"] });
  expect(asked.some((search) => search.includes("decider=site"))).toBe(true);
});

const left = {
  batchId: "b0",
  exportedAt: "2026-11-10T13:00:00Z",
  releasedAt: "2026-11-11T13:00:00Z",
  bounced: false,
  saidBy: { _id: "ada", username: "ada" },
  agreedBy: { _id: "bea", username: "bea" },
};

test("a request that was in an exported file says so, and whose word it is", async () => {
  const { user } = await open([request({ status: "processing", releases: [left] })]);
  await user.click(await look());
  expect(screen.getByText(/^Was exported on .*, discarded by ada and bea/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open that batch" }).getAttribute("href")).toBe(
    "/admin/payouts/batches/b0",
  );
});

test("what was exported before is put into a file only by who confirms it", async () => {
  let sent: unknown;
  const { agreedBy: _, ...alone } = left;
  const bounced = { ...alone, bounced: true };
  const { user } = await open(
    [request({ status: "processing", releases: [bounced] })],
    "/admin/payouts?tab=batches",
  );
  server.use(
    http.post("*/api/admin/payouts/batches", async ({ request: call }) => {
      sent = await call.json();
      return answer(batchOf());
    }),
  );
  await screen.findByText("No batches yet");
  await user.click(screen.getAllByRole("button", { name: "New batch" })[0] ?? document.body);
  expect(await screen.findByText(/said to have bounced by ada/)).toBeTruthy();
  const make = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Freeze 1 payment/ });
  expect(make().disabled).toBe(true);
  await user.click(screen.getByLabelText("The bank has not paid them, and will not"));
  await user.click(make());
  await vi.waitFor(() =>
    expect(sent).toEqual({ rail: "csv", requestIds: ["r1"], exportedBefore: true }),
  );
});

test("a file that cannot be made says why, and keeps the choice", async () => {
  const { user } = await open([request({ status: "processing" })], "/admin/payouts?tab=batches");
  server.use(
    http.post("*/api/admin/payouts/batches", () =>
      HttpResponse.json({ message: "This account is outside SEPA; use a wire." }, { status: 409 }),
    ),
  );
  await screen.findByText("No batches yet");
  await user.click(screen.getAllByRole("button", { name: "New batch" })[0] ?? document.body);
  await user.click(await screen.findByRole("button", { name: /^Freeze 1 payment/ }));
  expect(await screen.findByText(/outside SEPA/)).toBeTruthy();
});

test("with nothing approved no batch is offered", async () => {
  const { user } = await open([], "/admin/payouts?tab=batches");
  await screen.findByText("No batches yet");
  await user.click(screen.getAllByRole("button", { name: "New batch" })[0] ?? document.body);
  expect(await screen.findByText("Nothing waits to be paid")).toBeTruthy();
});

test("sums of decimal amounts lose nothing", () => {
  expect(sumOf(["0.10", "0.20"])).toBe("0.30");
  expect(sumOf(["90071992547409931.99", "0.01"])).toBe("90071992547409932.00");
  expect(sumOf(["1200", "34"])).toBe("1234");
  expect(sumOf([])).toBe("0");
});

test("a file carries what its bank takes", () => {
  const dollars = request({ paymentAccountType: "direct_deposit", currency: "USD" });
  expect(carries("csv", dollars)).toBe(true);
  expect(carries("ach", dollars)).toBe(true);
  expect(carries("ach", request())).toBe(false);
  expect(carries("sepa", request())).toBe(true);
  expect(carries("sepa", request({ currency: "USD" }))).toBe(false);
  expect(carries("wire", request({ currency: "USD" }))).toBe(true);
  expect(carries("paxum", request({ paymentAccountType: "paxum" }))).toBe(true);
  expect(carries("bitpay", request())).toBe(false);
});
