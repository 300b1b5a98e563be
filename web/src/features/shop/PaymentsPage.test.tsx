import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import PaymentsPage from "./PaymentsPage";
import { answer, begun } from "./testing";

const open = () =>
  render(<PaymentsPage />, {
    session: people.tom,
    path: paths.user.transactionHistory(),
    pages: [paths.user.fundsTokens(), paths.user.paymentTokenHistory()],
  });

test("each payment has its date, package, way, amount, state and reference", async () => {
  const rows = [
    { ...begun, _id: "pay1", status: "paid", bonus: 10 },
    { ...begun, _id: "pay2", status: "failed", gateway: "sandbox" },
  ];
  server.use(
    http.get("*/api/payment/transactions/search", () => answer({ data: rows, total: 60 })),
  );
  const { user, router } = await open();
  const row = await screen.findByRole("row", { name: /pay1/ });
  expect(row.textContent).toMatch(/2 Nov 2026.*Taster.*CCBill.*110.*€9\.99.*Paid.*pay1/);
  expect(screen.getByRole("link", { name: "pay2" }).getAttribute("href")).toBe(
    "/account/user/funds-tokens?payment=pay2",
  );
  expect(screen.getByText("Declined")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe("?offset=25"));
});

test("no payment yet leads to the shop; a list that fails can be asked for again", async () => {
  server.use(http.get("*/api/payment/transactions/search", () => answer({ data: [], total: 0 })));
  const { unmount } = await open();
  expect(await screen.findByText("No payments yet")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Buy tokens" })[0]?.getAttribute("href")).toBe(
    "/account/user/funds-tokens",
  );
  unmount();
  server.use(
    http.get("*/api/payment/transactions/search", () => new HttpResponse(null, { status: 500 })),
  );
  await open();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
