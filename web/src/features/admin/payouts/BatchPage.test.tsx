import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { request } from "@/money/payouts/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { BatchView } from "./api";
import BatchPage from "./BatchPage";
import { answer, batchOf } from "./testing";

async function open(found: BatchView) {
  let now = found;
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/admin/payouts/batches/b1", () => answer(now)),
    http.post("*/api/admin/payouts/batches/b1/:act", async ({ request: call, params }) => {
      const body = await call.text();
      sent.push([params.act, body && JSON.parse(body)]);
      if (params.act === "approve") now = { ...now, state: "approved", approver: "ada" };
      if (params.act === "export") {
        now = { ...now, exportedAt: "2026-11-10T13:00:00Z" };
        return new HttpResponse("<Document/>", { headers: { "Content-Type": "application/xml" } });
      }
      if (params.act === "paid") now = { ...now, state: "paid", reference: "bank 1" };
      if (params.act === "discard" && now.exportedAt && !now.discardBy) {
        now = { ...now, discardBy: "ada", reason: "The bank refused it" };
      } else if (params.act === "discard") {
        now = { ...now, state: "discarded", closedAt: "2026-11-10T14:00:00Z", requests: [] };
      }
      return answer(now);
    }),
    http.delete("*/api/admin/payouts/batches/b1/discard", () => {
      sent.push(["keep"]);
      now = { ...now, discardBy: "", reason: "" };
      return answer(now);
    }),
  );
  const page = await render(<BatchPage />, {
    session: people.ada,
    path: "/admin/payouts/batches/b1",
    route: "/admin/payouts/batches/$id",
    pages: ["/admin/payouts"],
  });
  return { ...page, sent };
}

test("what is in it is told, the file is downloaded, and then it can be paid, but for what bounced", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const two = [
    request({ status: "processing" }),
    request({ _id: "r2", userInfo: { _id: "ivy", username: "ivy" }, amount: "20.00" }),
  ];
  const { user, sent } = await open(batchOf({ requests: two, payments: 2, total: "1020.00" }));
  expect(await screen.findByRole("heading", { name: "1,020.00 EUR" })).toBeTruthy();
  const inside = within(screen.getByRole("region", { name: "Requests of the batch" }));
  expect(inside.getByText("ivy")).toBeTruthy();
  const paid = () => screen.getByRole<HTMLButtonElement>("button", { name: "Mark as paid" });
  expect(paid().disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "Download the file" }));
  await vi.waitFor(() => expect(paid().disabled).toBe(false));
  expect(saved).toEqual(["sepa-b1.xml"]);
  await user.click(paid());
  await user.click(screen.getByLabelText("ivy, 20.00 EUR"));
  await user.type(screen.getByLabelText(/^Reference of the payment/), "bank 1");
  await user.click(screen.getByRole("button", { name: "The rest is paid" }));
  expect(await screen.findByText("The batch is paid.")).toBeTruthy();
  expect(sent).toEqual([
    ["export", ""],
    ["paid", { reference: "bank 1", bounced: ["r2"] }],
  ]);
});

test("who made a batch above the limit does not approve it", async () => {
  await open(batchOf({ state: "frozen", twoNeeded: true, approver: "" }));
  expect(await screen.findByText(/Another admin must approve it/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Download the file" })).toBeNull();
});

test("another admin does", async () => {
  const { user } = await open(batchOf({ state: "frozen", twoNeeded: true, creator: "bea" }));
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  expect(await screen.findByText("The batch is approved.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Download the file" })).toBeTruthy();
});

test("a batch whose file nobody has is discarded with a reason", async () => {
  const { user, sent } = await open(batchOf());
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await user.type(screen.getByLabelText(/^Reason/), "Made twice");
  await user.click(screen.getByRole("button", { name: "Discard the batch" }));
  expect(await screen.findByText("Nothing is in it any more")).toBeTruthy();
  expect(sent).toEqual([["discard", { reason: "Made twice" }]]);
});

test("once the file is out, discarding it is confirmed and waits for another admin", async () => {
  const { user, sent } = await open(batchOf({ exportedAt: "2026-11-10T13:00:00Z" }));
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(screen.getByText(/or people are paid twice/)).toBeTruthy();
  await user.type(screen.getByLabelText(/^Reason/), "The bank refused it");
  await user.click(screen.getByRole("button", { name: "Discard the batch" }));
  expect(await screen.findByText("Confirm it, or leave the batch as it is.")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(screen.getByLabelText("The bank has not paid this file, and will not"));
  await user.click(screen.getByRole("button", { name: "Discard the batch" }));
  expect(await screen.findByText(/Another admin must say so too before/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Download the file" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Keep the batch" }));
  expect(await screen.findByRole("button", { name: "Download the file" })).toBeTruthy();
  expect(sent).toEqual([["discard", { reason: "The bank refused it", notPaid: true }], ["keep"]]);
});

test("the other admin is asked to be sure, and discards it", async () => {
  const { user, sent } = await open(
    batchOf({ exportedAt: "2026-11-10T13:00:00Z", discardBy: "bea", reason: "Refused" }),
  );
  expect(await screen.findByText(/Ask the bank before you say so too/)).toBeTruthy();
  expect(screen.getByText("To be discarded because").nextSibling?.textContent).toBe("Refused");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await user.click(screen.getByLabelText("The bank has not paid this file, and will not"));
  await user.type(screen.getByLabelText(/^Reason/), "So says the bank");
  await user.click(screen.getByRole("button", { name: "Discard the batch" }));
  expect(await screen.findByText("Nothing is in it any more")).toBeTruthy();
  expect(sent).toEqual([["discard", { reason: "So says the bank", notPaid: true }]]);
});

test("a refusal is told beside the buttons", async () => {
  const { user } = await open(batchOf());
  await screen.findByRole("button", { name: "Download the file" });
  server.use(
    http.post("*/api/admin/payouts/batches/b1/export", () =>
      HttpResponse.json({ message: "This batch is closed." }, { status: 409 }),
    ),
  );
  await user.click(screen.getByRole("button", { name: "Download the file" }));
  expect(await screen.findByText("This batch is closed.")).toBeTruthy();
});

test("a batch that is not there says so", async () => {
  server.use(
    http.get("*/api/admin/payouts/batches/b1", () =>
      HttpResponse.json({ message: "This batch does not exist." }, { status: 404 }),
    ),
  );
  await render(<BatchPage />, {
    session: people.ada,
    path: "/admin/payouts/batches/b1",
    route: "/admin/payouts/batches/$id",
  });
  expect(await screen.findByText("This batch does not exist.")).toBeTruthy();
});
