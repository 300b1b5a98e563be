import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/** Answers instead of the network. A test adds its own by `server.use`; an unexpected call fails it. */
export const server = setupServer(
  http.get("*/api/performer-categories", () =>
    HttpResponse.json({
      data: {
        data: [
          { _id: "c1", name: "Music", slug: "music" },
          { _id: "c2", name: "Dance", slug: "dance" },
        ],
        total: 2,
      },
    }),
  ),
  http.get("*/api/messages/total-unread", () => HttpResponse.json({ data: { total: 0 } })),
  http.get("*/api/refund-requests/payments", () =>
    HttpResponse.json({ data: { data: [], total: 0 } }),
  ),
  http.get("*/api/refund-requests/search", () =>
    HttpResponse.json({ data: { data: [], total: 0 } }),
  ),
);
