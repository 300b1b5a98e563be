import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { sold } from "@/orders/testing";
import type { SoldOrder } from "@/orders/types";
import { people } from "@/testing/people";
import { server } from "@/testing/server";

/** Nina's page of all her orders. */
export const listScene = {
  session: people.nina,
  path: paths.performer.orders(),
  pages: [paths.performer.order("$id"), paths.performer.products()],
};

const list = (...data: unknown[]) => HttpResponse.json({ data: { data, total: data.length } });

/** Nina's orders, each in a status of its own, and what is sent and asked of them. */
export function desk(...orders: SoldOrder[]) {
  const sent: unknown[] = [];
  const searches: string[] = [];
  const kept = new Map(orders.map((order) => [order._id, order]));
  server.use(
    http.get("*/api/orders/search", ({ request }) => {
      searches.push(new URL(request.url).search);
      const { status, productId } = Object.fromEntries(new URL(request.url).searchParams);
      const isAsked = (one: SoldOrder) =>
        (!status || one.status === status) && (!productId || one.productId === productId);
      return list(...[...kept.values()].filter(isAsked));
    }),
    http.put("*/api/orders/:id/tracking", async ({ params, request }) => {
      const body: Partial<SoldOrder> = Object(await request.json());
      sent.push({ id: params.id, ...body });
      const { carrier = "", trackingNumber = "" } = kept.get(String(params.id)) ?? sold;
      const was = { carrier, trackingNumber, replacedAt: "2026-11-05T12:00:00Z" };
      const after = { ...sold, ...kept.get(String(params.id)), ...body, trackingHistory: [was] };
      kept.set(after._id, after);
      return HttpResponse.json({ data: after });
    }),
    http.get("*/api/orders/details/:id", ({ params }) =>
      HttpResponse.json({ data: kept.get(String(params.id)) }),
    ),
    http.put("*/api/orders/:id/update", async ({ params, request }) => {
      const body: Partial<SoldOrder> = Object(await request.json());
      sent.push({ id: params.id, ...body });
      const before = kept.get(String(params.id)) ?? sold;
      const { dueAt: _, ...after } = { ...before, ...body };
      kept.set(before._id, after);
      return HttpResponse.json({ data: after });
    }),
  );
  return { sent, searches, add: (order: SoldOrder) => kept.set(order._id, order) };
}

export const second: SoldOrder = {
  ...sold,
  _id: "o2",
  orderNumber: "A2BC-9DEF",
  price: 30,
  quantity: 1,
};
