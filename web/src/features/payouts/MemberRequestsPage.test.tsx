import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { request } from "@/money/payouts/testing";
import type { PayoutRequest } from "@/money/payouts/types";
import { isStatus } from "@/money/payouts/words";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import MemberRequestsPage from "./MemberRequestsPage";
import { answer } from "./testing";

async function open(list: PayoutRequest[], refusal?: string) {
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/payout-requests/studio/performer-request", () =>
      answer({ data: list, total: list.length }),
    ),
    http.put("*/api/payout-requests/studio/update/r1", async ({ request: call }) => {
      if (refusal) return HttpResponse.json({ message: refusal }, { status: 409 });
      const body: unknown = await call.json();
      sent.push(body);
      const word = Object(body).status;
      list[0] = request(isStatus(word) ? { status: word } : {});
      return answer(list[0]);
    }),
  );
  const page = await render(<MemberRequestsPage />, {
    session: people.stella,
    path: "/studio/payout-requests/performer-requests",
  });
  return { ...page, sent };
}

const decide = () => screen.findByRole("button", { name: "Decide the request of nina" });

test("a request is approved, then paid outside and said to be", async () => {
  const { user, sent } = await open([request({ requestNote: "Thank you" })]);
  await user.click(await decide());
  expect(screen.getByText("Thank you")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Statement (PDF)" }).getAttribute("href")).toBe(
    "/api/payout-requests/studio/r1/statement",
  );
  await user.click(screen.getByRole("button", { name: "Approve 1,000.00 EUR" }));
  expect(await screen.findByText(/1,000.00 EUR is approved/)).toBeTruthy();
  await screen.findByText("Being paid", { selector: "span" });
  await user.click(await decide());
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  expect(screen.getByText(/it cannot be undone/)).toBeTruthy();
  await user.type(screen.getByLabelText("How it was paid"), "cash");
  await user.click(screen.getByRole("button", { name: "1,000.00 EUR is paid" }));
  expect(await screen.findByText("1,000.00 EUR is marked as paid.")).toBeTruthy();
  expect(sent).toEqual([{ status: "processing" }, { status: "done", note: "cash" }]);
  expect(await screen.findByRole("button", { name: "Look at the request of nina" })).toBeTruthy();
});

test("a rejection needs a reason", async () => {
  const { user, sent } = await open([request()]);
  await user.click(await decide());
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.click(screen.getByRole("button", { name: "Reject the request" }));
  expect(await screen.findByText("This field is required!")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText(/^Reason/), "Ask again in December");
  await user.click(screen.getByRole("button", { name: "Reject the request" }));
  expect(await screen.findByText("The request is rejected.")).toBeTruthy();
  expect(sent).toEqual([{ status: "rejected", note: "Ask again in December" }]);
});

test("what was cancelled meanwhile says so, in the dialog", async () => {
  const { user } = await open([request()], "This request is closed; nothing changes it any more.");
  await user.click(await decide());
  await user.click(screen.getByRole("button", { name: "Approve 1,000.00 EUR" }));
  const dialog = within(screen.getByRole("dialog", { name: "Payout request of nina" }));
  expect(await dialog.findByText(/This request is closed/)).toBeTruthy();
});

test("with no request that is said", async () => {
  await open([]);
  expect(await screen.findByText("Nobody has asked yet")).toBeTruthy();
});
