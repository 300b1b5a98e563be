import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { bought } from "@/orders/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import OrderPage from "./OrderPage";
import { paths } from "./paths";

test("what features add to an order is on its page", async () => {
  server.use(
    http.get("*/api/orders/user/details/o1", () =>
      HttpResponse.json({ data: { ...bought, status: "delivered", canCancel: false } }),
    ),
    http.get("*/api/refund-requests/*", () => HttpResponse.json({ data: { data: [], total: 0 } })),
  );
  await render(<OrderPage />, {
    session: people.tom,
    route: "/account/user/orders/$id",
    path: paths.user.order("o1"),
    pages: [paths.user.orders(), paths.user.refundRequests()],
  });
  expect(await screen.findByText("A refund of it cannot be asked for here now.")).toBeTruthy();
});
