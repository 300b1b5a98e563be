import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { nina } from "@/testing/me";
import { people } from "@/testing/people";
import { render, type Scene } from "@/testing/render";
import { server } from "@/testing/server";
import { Header } from "./Header";

const pages = [
  paths.home(),
  paths.vipModels(),
  paths.cams(),
  paths.searchModels(),
  paths.category("music"),
  paths.live(),
  paths.loginUser(),
  paths.user.favorites(),
  paths.user.fundsTokens(),
  paths.user.accountSettings(),
  paths.performer.profile(),
  paths.performer.geoBlock(),
  paths.studio.models(),
  paths.admin.identityChecks(),
];

beforeEach(() => {
  server.use(
    http.get("*/api/streaming/private-chat/requests", () =>
      HttpResponse.json({ data: { data: [], total: 0 } }),
    ),
    http.get("*/api/performers/me", () => HttpResponse.json({ data: nina })),
  );
});

const show = (scene: Scene = {}) => render(<Header />, { path: "/", pages, ...scene });

const link = (name: string) => screen.queryByRole("link", { name });

test("a guest finds the way in, the categories and the VIPs", async () => {
  await show();
  expect(link("Login")?.getAttribute("href")).toBe("/auth/login/user");
  expect(link("Vip Models")?.getAttribute("href")).toBe("/vip-models");
  expect(await screen.findByRole("button", { name: "Categories" })).toBeTruthy();
  expect(link("Go Live")).toBeNull();
  expect(screen.queryByRole("button", { name: "Account menu" })).toBeNull();
});

test("the operator's word for models is used", async () => {
  await show({ settings: { pluralTextModel: "Artists" } });
  expect(link("Vip Artists")).toBeTruthy();
});

test("a category shows its own address and opens the search", async () => {
  const { user, router } = await show();
  await user.click(await screen.findByRole("button", { name: "Categories" }));
  const music = screen.getByRole("menuitem", { name: "Music" });
  expect(music.getAttribute("href")).toBe("/category/music");
  await user.click(music);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/search/models"));
  expect(router.state.location.search).toEqual({ category: "music" });
});

test("a member sees the balance, which leads to buying tokens, and the member's pages", async () => {
  const { user } = await show({ session: people.tom });
  const pill = screen.getByRole("link", { name: "Token balance 100. Buy tokens" });
  expect(pill.getAttribute("href")).toBe("/account/user/funds-tokens");
  expect(screen.queryByRole("button", { name: "Private requests" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "Account menu" }));
  const menu = within(await screen.findByRole("menu", { name: "Account menu" }));
  const choices = menu.getAllByRole("menuitem").map((choice) => choice.textContent);
  expect(choices).toEqual(["Account settings", "Favorites", "Tokens", "Light theme", "Log out"]);
});

test("a rich member reads 9999+", async () => {
  await show({ session: { ...people.tom, balance: 10_000 } });
  expect(screen.getByText("9999+")).toBeTruthy();
});

test("the account menu, fetched when it is wanted, gives the keyboard its choices and takes it back", async () => {
  const { user } = await show({ session: people.tom });
  const button = screen.getByRole("button", { name: "Account menu" });
  button.focus();
  await user.keyboard("{ArrowDown}");
  const first = await screen.findByRole("menuitem", { name: "Account settings" });
  await vi.waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("Favorites");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("a verified performer can go live and has a bell; visitors' links are hidden", async () => {
  server.use(
    http.get("*/api/streaming/private-chat/requests", () =>
      HttpResponse.json({ data: { data: [], total: 0 } }),
    ),
  );
  const { user } = await show({ session: people.nina });
  expect(link("Go Live")?.getAttribute("href")).toBe("/live");
  expect(link("Vip Models")).toBeNull();
  expect(screen.queryByRole("button", { name: "Categories" })).toBeNull();

  await user.click(await screen.findByRole("button", { name: "Private requests" }));
  expect(await screen.findByText("There are no private request.")).toBeTruthy();
});

test("a performer who is not verified cannot go live", async () => {
  await show({ session: people.vera });
  expect(link("Go Live")).toBeNull();
});

test("a page that is not in this release is nobody's link", async () => {
  const { user } = await show({ session: people.nina });
  expect(link("Group Chat")).toBeNull();
  expect(link("Messages")).toBeNull();
  expect(screen.getByRole("img", { name: "Token balance 1,250" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Account menu" }));
  expect(await screen.findByRole("menuitem", { name: "Blocking" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Settings Wheel" })).toBeNull();
});

test("studio and administrator have their own pages", async () => {
  const studio = await show({ session: people.stella });
  await studio.user.click(screen.getByRole("button", { name: "Account menu" }));
  expect(await screen.findByRole("menuitem", { name: "Models" })).toBeTruthy();
  studio.unmount();

  const { user } = await show({ session: people.ada });
  await user.click(screen.getByRole("button", { name: "Account menu" }));
  expect(await screen.findByRole("menuitem", { name: "Identity checks" })).toBeTruthy();
  expect(screen.queryByText("Token balance", { exact: false })).toBeNull();
});

test.each([
  ["member", people.tom, "/account/user/funds-tokens"],
  ["performer", people.nina, "/account/performer/payout-requests"],
  ["studio", people.stella, "/studio/payout-requests"],
])("the token button of a %s leads to their page of tokens", async (_, session, page) => {
  await show({ session, pages: [...new Set([...pages, page])] });
  const button = screen.getByRole("link", { name: /^Token balance/ });
  expect(button.getAttribute("href")).toBe(page);
});

test.each([
  ["hls", "/live/groupchat"],
  ["webrtc", "/live/webrtc/groupchat"],
] as const)("with group shows by %s, Group Chat is %s, for the verified", async (way, page) => {
  const scene = { pages: [...pages, page], settings: { optionForGroup: way } };
  const nina = await show({ session: people.nina, ...scene });
  expect(link("Group Chat")?.getAttribute("href")).toBe(page);
  nina.unmount();
  await show({ session: people.vera, ...scene });
  expect(link("Group Chat")).toBeNull();
});

test("the logo and Home lead home, and messages to /messages", async () => {
  await show({ session: people.stella, pages: [...pages, paths.messages()] });
  expect(link("Limelight, home")?.getAttribute("href")).toBe("/");
  expect(link("Home")?.getAttribute("href")).toBe("/");
  expect((await screen.findByRole("link", { name: /^Messages/ })).getAttribute("href")).toBe(
    "/messages",
  );
});

test("the search leads to /cams, and / puts the cursor there", async () => {
  const { user, router } = await show();
  await user.keyboard("/");
  const field = screen.getByPlaceholderText("Enter keyword");
  expect(document.activeElement).toBe(field);
  await user.keyboard("blue hair{Enter}");
  await vi.waitFor(() => expect(router.state.location.href).toBe("/cams?q=blue+hair"));
});

test("logging out says so, goes home and forgets what was private", async () => {
  server.use(http.post("*/api/auth/logout", () => HttpResponse.json({ data: { ok: true } })));
  const { user, queries, router } = await show({
    session: people.tom,
    path: paths.user.favorites(),
  });
  queries.setQueryData(["favourites"], ["nina"]);
  queries.setQueryData(["performers", "search"], ["nina"]);
  await user.click(screen.getByRole("button", { name: "Account menu" }));
  await user.click(await screen.findByRole("menuitem", { name: "Log out" }));

  expect(await screen.findByText("Log out!")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/");
  expect(queries.getQueryData(["favourites"])).toBeUndefined();
  expect(queries.getQueryData(["performers", "search"])).toEqual(["nina"]);
  expect(queries.getQueryData(["categories"])).toBeTruthy();
});

test("a logout that fails says so and changes nothing", async () => {
  server.use(http.post("*/api/auth/logout", () => HttpResponse.json({}, { status: 500 })));
  const { user } = await show({ session: people.tom });
  await user.click(screen.getByRole("button", { name: "Account menu" }));
  await user.click(await screen.findByRole("menuitem", { name: "Log out" }));
  expect(await screen.findByText("Something went wrong!")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Account menu" })).toBeTruthy();
});
