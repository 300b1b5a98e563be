import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { TopUpLink } from "@/session/TopUpLink";
import { people } from "@/testing/people";
import { render, type Scene } from "@/testing/render";
import { server } from "@/testing/server";
import { paths } from "./paths";
import { TopUp } from "./TopUp";

const shop = paths.user.fundsTokens();

function show(stays: boolean, session: Scene["session"] = people.tom, pages = [shop]) {
  const link = <TopUpLink href={shop} newTab />;
  return render(<TopUp stays={stays}>{link}</TopUp>, { session, path: "/room/nina", pages });
}

test("in a room a member buys over it; the shop closes and the room was never left", async () => {
  server.use(
    http.get("*/api/package/token/search", () =>
      HttpResponse.json({ data: { data: [], total: 0 } }),
    ),
    http.get("*/api/member/spending-limits", () => new HttpResponse(null, { status: 500 })),
  );
  const { user, router } = await show(true);
  await user.click(screen.getByRole("button", { name: "Get tokens" }));
  expect(await screen.findByRole("dialog", { name: "Get tokens" })).toBeTruthy();
  expect(await screen.findByText("No tokens are on sale now")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(router.state.location.pathname).toBe("/room/nina");
});

test("elsewhere, and for others, it is a link to the page", async () => {
  const first = await show(false);
  expect(screen.getByRole("link", { name: "Get tokens" }).getAttribute("href")).toBe(shop);
  first.unmount();
  await show(true, people.nina);
  expect(screen.queryByRole("button", { name: "Get tokens" })).toBeNull();
});
