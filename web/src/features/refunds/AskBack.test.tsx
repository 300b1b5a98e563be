import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { asked } from "@/money/refunds/testing";
import type { RefundRequest } from "@/money/refunds/types";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { AskBack } from "./AskBack";

const list = (data: unknown[]) => HttpResponse.json({ data: { data, total: data.length } });

/** A purchase that is not offered, and what Tom has asked for. */
function open(...requests: RefundRequest[]) {
  server.use(
    http.get("*/api/refund-requests/payments", () => list([])),
    http.get("*/api/refund-requests/search", () => list(requests)),
  );
  return render(<AskBack purchaseId="p1" />, {
    session: people.tom,
    pages: ["/account/user/refund-requests"],
  });
}

const mine: RefundRequest = { ...asked, type: "product", sourceId: "p1" };

test("who has asked for a refund is told so", async () => {
  await open({ ...mine, _id: "r0", sourceId: "p0" }, mine);
  expect(await screen.findByText("You have asked for a refund of it.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Refund requests" })).toBeTruthy();
});

test("who has asked for another one is not", async () => {
  await open({ ...mine, sourceId: "p0" }, { ...mine, type: "gallery" });
  expect(await screen.findByText("A refund of it cannot be asked for here now.")).toBeTruthy();
});

test("requests that cannot be loaded say so, and keep nothing else from being said", async () => {
  server.use(
    http.get("*/api/refund-requests/payments", () => list([])),
    http.get("*/api/refund-requests/search", () => new HttpResponse(null, { status: 500 })),
  );
  await render(<AskBack purchaseId="p1" />, {
    session: people.tom,
    pages: ["/account/user/refund-requests"],
  });
  expect(await screen.findByText("A refund of it cannot be asked for here now.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

/** An order of two mugs, which may be asked back until then. */
function offered(until: string) {
  const offer = {
    type: "product",
    sourceId: "p1",
    performerInfo: { _id: "nina", username: "nina" },
    token: 120,
    refundable: 120,
    paidAt: "2026-11-02T12:00:00Z",
    until,
    reasons: ["other"],
  };
  server.use(
    http.get("*/api/refund-requests/payments", () =>
      list([{ ...offer, sourceId: "another" }, offer]),
    ),
  );
  return render(<AskBack purchaseId="p1" />, { session: people.tom });
}

test("while it may be asked back it is offered", async () => {
  await offered("2100-11-20T12:00:00Z");
  expect(
    await screen.findByRole("button", { name: "Ask for a refund of 120 tokens" }),
  ).toBeTruthy();
});

test("what was to be asked about when the page was opened is offered no longer than that", async () => {
  await offered("2026-11-03T12:00:00Z");
  expect(await screen.findByText("The time to ask for a refund is over.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Ask for a refund/ })).toBeNull();
});

test("a form that is open when the time to ask is over stays, with what was typed", async () => {
  const until = Date.now() + 100_000;
  const { user } = await offered(new Date(until).toISOString());
  await user.click(await screen.findByRole("button", { name: /Ask for a refund/ }));
  await user.type(await screen.findByLabelText(/^What happened/), "It broke.");
  vi.spyOn(Date, "now").mockImplementation(() => until + 1000);
  expect(
    await screen.findByText("The time to ask for a refund is over.", {}, { timeout: 3000 }),
  ).toBeTruthy();
  expect(screen.getByDisplayValue("It broke.")).toBeTruthy();
  vi.restoreAllMocks();
});
