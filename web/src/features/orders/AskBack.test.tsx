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
