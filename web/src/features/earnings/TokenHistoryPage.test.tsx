import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { incomes } from "@/money/kinds";
import { tip as refundableTip } from "@/money/refunds/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import TokenHistoryPage from "./TokenHistoryPage";

test("the filters of the history are in the address and in the call", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/transactions/user/search", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("type") ?? "");
      const tip = {
        _id: "t1",
        type: "tip",
        sourceId: "x",
        originalPrice: 25,
        token: -25,
        balance: 75,
        performerInfo: { _id: "nina", username: "nina" },
        createdAt: "2026-11-02T12:00:00Z",
      };
      return HttpResponse.json({ data: { data: [tip], total: 1 } });
    }),
  );
  const { user, router } = await render(<TokenHistoryPage />, {
    path: paths.user.paymentTokenHistory(),
    session: people.tom,
    pages: [paths.home(), "/room/$username"],
  });
  expect(await screen.findByText("−25")).toBeDefined();
  expect(screen.getByRole("link", { name: "nina" }).getAttribute("href")).toBe("/room/nina");
  const type = screen.getByLabelText("Type");
  for (const { id } of incomes) expect(type.querySelector(`option[value="${id}"]`)).not.toBeNull();
  await user.selectOptions(type, "tip");
  await vi.waitFor(() => expect(asked).toEqual(["", "tip"]));
  expect(router.state.location.searchStr).toBe("?type=tip");
});

test("the newest line of a payment that may be asked about offers a refund", async () => {
  const line = (_id: string, sourceId: string) => ({
    _id,
    type: "tip",
    sourceId,
    originalPrice: 50,
    token: -50,
    balance: 50,
    createdAt: "2026-11-02T12:00:00Z",
  });
  server.use(
    http.get("*/api/transactions/user/search", () =>
      HttpResponse.json({ data: { data: [line("b", "t1"), line("a", "t1"), line("c", "t2")] } }),
    ),
    http.get("*/api/refund-requests/payments", () =>
      HttpResponse.json({ data: { data: [refundableTip], total: 1 } }),
    ),
  );
  const { user } = await render(<TokenHistoryPage />, {
    path: paths.user.paymentTokenHistory(),
    session: people.tom,
  });
  await user.click(await screen.findByRole("button", { name: "Ask for a refund of 50 tokens" }));
  expect(await screen.findByRole("form", { name: "Ask for a refund" })).toBeDefined();
});
