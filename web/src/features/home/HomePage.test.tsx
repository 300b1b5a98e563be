import { act, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import HomePage from "./HomePage";

const stage = vi.hoisted(() => ({ tell: new Map<string, (data: unknown) => void>() }));

vi.mock("@/realtime/useSocketEvent", () => ({
  useSocketEvent: (event: string, listener: (data: unknown) => void) =>
    stage.tell.set(event, listener),
}));

const nina = card({ headline: "Neon nights: synth set" });
const lola = card({ username: "lola", name: "Lola Vega", viewers: 9 });
const vera = card({ username: "vera", name: "Vera Moss", streamingStatus: "offline", viewers: 0 });

function serveSite(everybody = [nina, lola, vera], asked: URLSearchParams[] = []) {
  server.use(
    http.get("*/api/performers/search", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const data = query.get("vip") ? [] : everybody;
      return HttpResponse.json({ data: { data, total: data.length } });
    }),
    http.get("*/api/performers/:name/view", () => HttpResponse.json({}, { status: 404 })),
    http.get("*/api/banners/search", () => HttpResponse.json({ data: { data: [], total: 0 } })),
  );
  return asked;
}

const open = (path = "/", settings = {}) =>
  render(<HomePage />, {
    path,
    settings,
    route: "/",
    pages: ["/room/$username", "/search/models", "/auth/login/user"],
  });

const rooms = () =>
  within(screen.getByRole("region", { name: "Rooms" }))
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent?.split(" is ")[0]);

test("the window shows who leads, who is trending, and everybody, live first", async () => {
  serveSite();
  await open();
  const hero = await screen.findByRole("region", { name: "Featured room" });
  expect(within(hero).getByText("Neon nights")).toBeTruthy();
  expect(within(hero).getByRole("link", { name: "Watch live" }).getAttribute("href")).toBe(
    "/room/nina",
  );
  const trending = screen.getByRole("complementary", { name: "Trending now" });
  expect(within(trending).getAllByRole("listitem")[0]?.textContent).toContain("Lola Vega");
  expect(rooms()).toEqual(["Nina Vale", "Lola Vega", "Vera Moss"]);
});

test("cards change and move as performers go on and off the air", async () => {
  serveSite();
  await open();
  await screen.findByRole("region", { name: "Featured room" });
  const tell = (data: unknown) => act(() => stage.tell.get("performer/status")?.(data));
  tell({ id: "vera", streamingStatus: "public", isOnline: true, headline: "Surprise" });
  await vi.waitFor(() =>
    expect(screen.getByRole("link", { name: "Vera Moss is live" })).toBeTruthy(),
  );
  tell({ id: "nina", streamingStatus: "private", isOnline: true, headline: "" });
  await vi.waitFor(() => expect(rooms()).toEqual(["Lola Vega", "Vera Moss", "Nina Vale"]));
  expect(screen.getByRole("link", { name: "Nina Vale is in a private show" })).toBeTruthy();
});

test("a filter is an address, and an empty one offers the way back", async () => {
  const asked = serveSite();
  const { user, router } = await open();
  await screen.findByRole("region", { name: "Rooms" });
  await user.click(screen.getByRole("button", { name: "Vip Models" }));
  expect(router.state.location.searchStr).toBe("?show=vip");
  await vi.waitFor(() => expect(asked.at(-1)?.get("vip")).toBe("true"));
  await user.click(await screen.findByRole("button", { name: "Show everyone" }));
  expect(router.state.location.searchStr).toBe("");
  expect(await screen.findByRole("region", { name: "Rooms" })).toBeTruthy();
});

test("categories that cannot be loaded are missed below the row of filters, not in it", async () => {
  serveSite();
  server.use(http.get("*/api/performer-categories", () => HttpResponse.error()));
  await open();
  const said = await screen.findByText("Categories could not be loaded.");
  const row = screen.getByRole("button", { name: /^All/ }).parentElement;
  expect(row?.contains(said)).toBe(false);
});

test("more pages are part of the address", async () => {
  const asked = serveSite(Array.from({ length: 24 }, (_, n) => card({ username: `p${n}` })));
  server.use(
    http.get("*/api/performers/search", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ data: { data: [nina, lola], total: 30 } });
    }),
  );
  const { user, router } = await open();
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(router.state.location.searchStr).toBe("?pages=2");
  await vi.waitFor(() => expect(asked.at(-1)?.get("offset")).toBe("24"));
});

test("a site that cannot be reached can be asked again", async () => {
  serveSite();
  server.use(http.get("*/api/performers/search", () => HttpResponse.json({}, { status: 500 })));
  const { user } = await open();
  const again = await screen.findByRole("button", { name: "Try again" });
  serveSite();
  await user.click(again);
  expect(await screen.findByRole("link", { name: "Nina Vale is live" })).toBeTruthy();
});

test("nothing moves under the finger: who goes live is counted until that is pressed", async () => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  serveSite();
  const { user } = await open();
  await user.hover(await screen.findByRole("link", { name: "Lola Vega is live" }));
  const tell = (data: unknown) => act(() => stage.tell.get("performer/status")?.(data));
  tell({ id: "nina", streamingStatus: "private", isOnline: true, headline: "" });
  tell({ id: "vera", streamingStatus: "public", isOnline: true, headline: "" });
  const more = await screen.findByRole("button", { name: "1 more live ↑" });
  expect(rooms()).toEqual(["Nina Vale", "Lola Vega", "Vera Moss"]);
  await user.click(more);
  expect(rooms()).toEqual(["Lola Vega", "Vera Moss", "Nina Vale"]);
  expect(screen.queryByRole("button", { name: /more live/ })).toBeNull();
});

test("who has gone away for a moment does not lead the page", async () => {
  serveSite([
    { ...nina, streamingStatus: "away" },
    { ...vera, streamingStatus: "offline" },
  ]);
  await open();
  const hero = await screen.findByRole("region", { name: "Featured room" });
  expect(hero.textContent).toContain("Vera Moss");
});

test("the operator's banner leads the page, when there is one", async () => {
  serveSite();
  const banner = () => document.querySelector('img[src="/wide.png"]');
  const { unmount } = await open();
  expect(banner()).toBeNull();
  unmount();
  await open("/", { banner: "/wide.png" });
  expect(banner()).toBeTruthy();
});

test("what the operator announces stands in its place", async () => {
  serveSite();
  const banner = (position: string) => ({
    _id: position,
    title: `At the ${position}`,
    description: "",
    link: "",
    position,
    photo: { url: "/a.webp", thumbnail: "", fallback: "" },
  });
  const data = ["bottom", "middle", "top"].map(banner);
  server.use(
    http.get("*/api/banners/search", () => HttpResponse.json({ data: { data, total: 3 } })),
  );
  await open();
  await screen.findByText("At the bottom");
  const order = [...document.querySelectorAll("figure b, section[aria-label='Rooms']")].map(
    (element) => (element.tagName === "B" ? element.textContent : "rooms"),
  );
  expect(order).toEqual(["At the top", "rooms", "At the middle", "At the bottom"]);
});
