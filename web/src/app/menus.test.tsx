import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { Role } from "@/session/roles";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Header } from "./layouts/Header";
import { menuOf } from "./menus";
import { pages } from "./routes";

/** The menus of the specification (§2): each address is in its role's menu, and a page of that role. */
const menus: readonly [role: Role, path: string][] = [
  ["user", "/account/user/account-settings"],
  ["user", "/account/user/favorites"],
  ["user", "/account/user/funds-tokens"],
  ["user", "/messages"],
  ["user", "/account/user/transaction-history"],
  ["user", "/account/user/payment-token-history"],
  ["user", "/account/user/orders"],
  ["user", "/account/user/purchased-gallery"],
  ["user", "/account/user/purchased-video"],
  ["user", "/account/user/purchased-product"],
  ["user", "/account/user/referral"],
  ["performer", "/account/performer/profile"],
  ["performer", "/account/performer/account-settings"],
  ["performer", "/account/performer/earning"],
  ["performer", "/account/performer/schedules"],
  ["performer", "/account/performer/products"],
  ["performer", "/account/performer/videos"],
  ["performer", "/account/performer/galleries"],
  ["performer", "/account/performer/geo-block"],
  ["performer", "/account/performer/referral"],
  ["performer", "/account/performer/payout-requests"],
  ["performer", "/account/performer/wheel"],
  ["performer", "/account/performer/orders"],
  ["performer", "/messages"],
  ["studio", "/studio/account-settings"],
  ["studio", "/studio/earning"],
  ["studio", "/studio/commissions"],
  ["studio", "/studio/models"],
  ["studio", "/studio/payout-requests"],
  ["studio", "/studio/payout-requests/performer-requests"],
  ["studio", "/studio/models/stats"],
];

test.each(menus)("the menu of a %s leads to %s, a page for them", (role, path) => {
  const entry = menuOf(role, "Models").find((one) => one.path === path);
  expect(entry?.label).toBeTruthy();
  const page = pages.find((one) => one.path === path);
  expect([page?.authenticate].flat()).toContain(role);
});

test("a performer's menu says Blocking and Settings Wheel", () => {
  const labels = new Map(menuOf("performer", "Models").map(({ path, label }) => [path, label]));
  expect(labels.get("/account/performer/geo-block")).toBe("Blocking");
  expect(labels.get("/account/performer/wheel")).toBe("Settings Wheel");
});

/** Addresses of the specification that are in no menu, with the layout and the role of their page. */
test.each([
  ["/", "public", undefined],
  ["/cams", "public", undefined],
  ["/search/models", "public", undefined],
  ["/category/$slug", "public", undefined],
  ["/vip-models", "public", undefined],
  ["/live", "default", "performer"],
  ["/live/groupchat", "default", "performer"],
  ["/live/webrtc/groupchat", "default", "performer"],
  ["/live/privatechat/$conversationId", "default", "user performer"],
  ["/live/webrtc/privatechat/$conversationId", "default", "user performer"],
  ["/studio/login", "auth", undefined],
  ["/auth/login/user", "auth", undefined],
  ["/403", "public", undefined],
  ["/404", "public", undefined],
])("%s is a page of the layout %s for %s", (path, layout, roles) => {
  const page = pages.find((one) => one.path === path);
  expect(page?.layout).toBe(layout);
  expect(page?.authenticate && [page.authenticate].flat().join(" ")).toBe(roles);
});

test.each([people.tom, people.nina, people.stella])(
  "the avatar's menu of a $role lists all pages of that menu, and Log out",
  async (session) => {
    server.use(
      http.get("*/api/streaming/private-chat/requests", () =>
        HttpResponse.json({ data: { data: [], total: 0 } }),
      ),
      http.get("*/api/notices/unread", () => HttpResponse.json({ data: { total: 0 } })),
    );
    const { user } = await render(<Header />, {
      session,
      pages: pages.map(({ path }) => path),
    });
    await user.click(screen.getByRole("button", { name: "Account menu" }));
    const menu = within(await screen.findByRole("menu", { name: "Account menu" }));
    await menu.findByRole("menuitem", { name: "Log out" });
    const listed = menu.getAllByRole("menuitem").map((one) => one.getAttribute("href"));
    for (const [role, path] of menus) if (role === session.role) expect(listed).toContain(path);
  },
);
