import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { api, onForbidden, unwrap } from "@/api/client";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { leaveForbidden } from "./forbidden";

test("who is refused an act goes home and reads why", async () => {
  server.use(http.post("*/api/streaming/live", () => HttpResponse.json({}, { status: 403 })));
  const { queries, router } = await render(<p>her stage</p>, {
    session: people.nina,
    path: "/live",
    pages: ["/"],
  });
  onForbidden(leaveForbidden(queries, router));
  await act(async () => {
    await unwrap(api.POST("/streaming/live", { body: {} })).catch(() => {});
  });
  expect(await screen.findByText("Forbidden in the action!")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/");
});
