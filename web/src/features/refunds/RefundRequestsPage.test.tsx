import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { asked, tip } from "@/money/refunds/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import RefundRequestsPage from "./RefundRequestsPage";

const list = (...data: unknown[]) => HttpResponse.json({ data: { data, total: data.length } });
const scene = {
  session: people.tom,
  path: paths.user.refundRequests(),
  pages: [paths.user.paymentTokenHistory()],
};

test("own requests with their state, and the answer of a decided one", async () => {
  const seen: (string | null)[] = [];
  const done = {
    ...asked,
    _id: "r2",
    status: "resolved",
    resolution: "partial",
    refunded: 20,
    note: "The rest was fine.",
    decidedAt: "2026-11-02T13:00:00Z",
  };
  server.use(
    http.get("*/api/refund-requests/search", ({ request }) => {
      seen.push(new URL(request.url).searchParams.get("status"));
      return list(asked, done);
    }),
  );
  const { user, router } = await render(<RefundRequestsPage />, scene);
  const table = within(await screen.findByRole("region", { name: "Your requests" }));
  await waitFor(() => expect(table.getAllByRole("row").length).toBe(3));
  expect(table.getByText("Waiting")).toBeTruthy();
  expect(table.getByText("Refunded in part")).toBeTruthy();
  await user.click(table.getByText("Read"));
  const answer = within(await screen.findByRole("dialog"));
  expect(answer.getByText("The rest was fine.")).toBeTruthy();
  expect(answer.getByText(/20 tokens came back to you/)).toBeTruthy();
  await user.click(answer.getByRole("button", { name: "Close" }));
  await user.selectOptions(screen.getByLabelText("Status"), "pending");
  await waitFor(() => expect(seen).toEqual([null, "pending"]));
  expect(router.state.location.searchStr).toBe("?status=pending");
});

test("what may be asked about is asked about here, and is gone then", async () => {
  let open = true;
  server.use(
    http.get("*/api/refund-requests/search", () => (open ? list() : list(asked))),
    http.get("*/api/refund-requests/payments", () => (open ? list(tip) : list())),
    http.post("*/api/refund-requests", () => {
      open = false;
      return HttpResponse.json({ data: asked });
    }),
  );
  const { user } = await render(<RefundRequestsPage />, scene);
  expect(await screen.findByText("You have not asked for a refund")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Ask for a refund of 50 tokens" }));
  const form = within(await screen.findByRole("form", { name: "Ask for a refund" }));
  await user.selectOptions(form.getByLabelText(/^Reason/), "mistake");
  await user.type(form.getByLabelText(/^What happened/), "It was a mistake.");
  await user.click(form.getByRole("button", { name: "Send the request" }));
  expect(await screen.findByText("Nothing at the moment")).toBeTruthy();
  const mine = within(await screen.findByRole("region", { name: "Your requests" }));
  expect(mine.getByText("Waiting")).toBeTruthy();
});

test("lists that fail can be asked for again", async () => {
  const broken = () => new HttpResponse(null, { status: 500 });
  server.use(
    http.get("*/api/refund-requests/search", broken),
    http.get("*/api/refund-requests/payments", broken),
  );
  await render(<RefundRequestsPage />, scene);
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" }).length).toBe(2));
});
