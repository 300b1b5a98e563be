import type { QueryClient } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { sessionKeys } from "@/session/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { CloseAccountCard } from "./CloseAccountCard";

/** Tom closes his account, and the tab learns that his session is over before the answer comes. */
async function close(answer: () => Response) {
  let queries: QueryClient | undefined;
  server.use(
    http.post("*/api/users/suspend-account", () => {
      queries?.setQueryData(sessionKeys.me, null);
      return answer();
    }),
  );
  const page = await render(<CloseAccountCard />, {
    session: people.tom,
    path: "/account/user/settings",
    pages: ["/"],
  });
  queries = page.queries;
  queries.setQueryData(["orders"], ["his"]);
  await page.user.click(screen.getByRole("button", { name: "Suspend account" }));
  const dialog = within(screen.getByRole("dialog"));
  await page.user.type(dialog.getByLabelText("Your password"), "correct horse battery");
  await page.user.click(dialog.getByRole("button", { name: "Suspend" }));
  await vi.waitFor(() => expect(page.router.state.location.pathname).toBe("/"));
  await vi.waitFor(() => expect(page.queries.getQueryData(["orders"])).toBeUndefined());
}

test("who had been logged out before is told that it takes a login", async () => {
  await close(() =>
    HttpResponse.json({ statusCode: 401, message: "Please log in." }, { status: 401 }),
  );
  expect(await screen.findByText(/^You had been logged out. Log in again/)).toBeTruthy();
  expect(screen.queryByText(/^Your account is closed/)).toBeNull();
});

test("an account is closed when only the answer was lost, and its person is told the way back", async () => {
  await close(() => HttpResponse.error());
  expect(await screen.findByText(/^Your account is closed. The way back/)).toBeTruthy();
});
