import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import BrowsePage from "./BrowsePage";

function serveSite(found = [card()]) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get("*/api/performers/search", ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ data: { data: found, total: found.length } });
    }),
    http.get("*/api/countries/list", () =>
      HttpResponse.json({
        data: { data: [{ _id: "PT", code: "PT", name: "Portugal" }], total: 1 },
      }),
    ),
    http.get("*/api/languages/list", () =>
      HttpResponse.json({ data: { data: [{ _id: "en", code: "en", name: "English" }], total: 1 } }),
    ),
  );
  return asked;
}

const open = (path: string, route?: string) =>
  render(<BrowsePage />, {
    path,
    ...(route && { route }),
    pages: ["/room/$username", "/search/models", "/category/$slug", "/auth/login/user", "/ranking"],
  });

test.each([
  ["/cams?q=jazz", undefined, "Results for “jazz”", { q: "jazz" }],
  ["/search/models?category=music", undefined, "Music", { category: "music" }],
  ["/category/dance", "/category/$slug", "Dance", { category: "dance" }],
  ["/vip-models", undefined, "Vip Models", { vip: "true" }],
  ["/cams?tags=neon", undefined, "#neon", { tags: "neon" }],
])("%s asks for its own", async (path, route, title, search) => {
  const asked = serveSite();
  await open(path, route);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  await vi.waitFor(() => expect(asked[0]).toEqual({ ...search, offset: "0", limit: "24" }));
  expect(await screen.findByText("1 model")).toBeTruthy();
});

test("filters are the address, and can be taken off together", async () => {
  const asked = serveSite();
  const { user, router } = await open("/search/models");
  await screen.findByText("1 model");
  await user.click(screen.getByRole("button", { name: "Online now" }));
  await user.selectOptions(screen.getByLabelText("Country"), "PT");
  expect(router.state.location.searchStr).toBe("?isOnline=true&country=PT");
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ isOnline: "true", country: "PT" }));
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(router.state.location.searchStr).toBe("");
});

test("an order is in the address, and is remembered", async () => {
  const asked = serveSite([
    card({ username: "zoe", name: "Zoe", streamingStatus: "offline" }),
    card(),
  ]);
  const names = () =>
    screen
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent?.split(" is ")[0]);
  const first = await open("/search/models");
  await screen.findByText("2 models");
  expect(names()).toEqual(["Nina Vale", "Zoe"]);
  expect(screen.getByRole("link", { name: "How they are ordered" })).toBeTruthy();
  expect(screen.queryByRole("option", { name: "My favorites first" })).toBeNull();
  await first.user.selectOptions(screen.getByLabelText("Order"), "Lowest price");
  expect(first.router.state.location.searchStr).toBe("?sortBy=price");
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ sortBy: "price" }));
  await vi.waitFor(() => expect(names()).toEqual(["Zoe", "Nina Vale"]));
  expect(screen.queryByRole("link", { name: "How they are ordered" })).toBeNull();
  first.unmount();

  const second = await open("/vip-models");
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ sortBy: "price", vip: "true" }));
  expect(screen.getByLabelText<HTMLSelectElement>("Order").value).toBe("price");
  await second.user.selectOptions(screen.getByLabelText("Order"), "Live first");
  await vi.waitFor(() => expect(asked.at(-1)?.sortBy).toBeUndefined());
  second.unmount();

  await open("/search/models?sortBy=name");
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ sortBy: "name" }));
});

test("another category leaves a category's own address", async () => {
  serveSite();
  const { user, router } = await open("/category/dance?country=PT", "/category/$slug");
  await screen.findByRole("option", { name: "Music" });
  await user.selectOptions(screen.getByLabelText("Category"), "music");
  expect(router.state.location.href).toBe("/category/music?country=PT");
});

test("nobody found offers the next step", async () => {
  serveSite([]);
  await open("/cams?q=zzz");
  expect(await screen.findByText("No model found")).toBeTruthy();
  const all = screen.getByRole("link", { name: "See all models" });
  expect(all.getAttribute("href")).toBe("/search/models");
});

test("an address of no category says so, and leads on", async () => {
  serveSite([]);
  await open("/category/nothing", "/category/$slug");
  expect(await screen.findByRole("heading", { name: "This category does not exist" })).toBeTruthy();
  const all = screen.getByRole("link", { name: "See all models" });
  expect(all.getAttribute("href")).toBe("/search/models");
});

test("galleries are found by the same words, category and tag", async () => {
  serveSite();
  const asked: Record<string, string>[] = [];
  server.use(
    http.get("*/api/user/performer-assets/galleries/search", ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ data: { data: [], total: 0 } });
    }),
  );
  const { user, router } = await open("/cams?q=jazz&tags=neon");
  await user.click(await screen.findByRole("link", { name: "Galleries" }));
  expect(await screen.findByRole("heading", { name: "Galleries with “jazz”" })).toBeTruthy();
  await user.selectOptions(await screen.findByLabelText("Order"), "Most bought");
  await vi.waitFor(() =>
    expect(asked.at(-1)).toEqual({
      q: "jazz",
      tag: "neon",
      sort: "popular",
      offset: "0",
      limit: "24",
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Show all galleries" }));
  expect(router.state.location.searchStr).toBe("?in=galleries&order=popular");
});

test.each([
  ["videos", "Videos", "No videos found"],
  ["products", "Products", "No products found"],
])("%s have results of their own, in the same category", async (place, label, none) => {
  serveSite();
  const asked: Record<string, string>[] = [];
  server.use(
    http.get(`*/api/user/performer-assets/${place}/search`, ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ data: { data: [], total: 0 } });
    }),
  );
  const { user, router } = await open("/cams?category=music");
  await user.click(await screen.findByRole("link", { name: label }));
  expect(await screen.findByRole("heading", { name: `Music ${place}` })).toBeTruthy();
  expect(await screen.findByText(none)).toBeTruthy();
  expect(router.state.location.searchStr).toBe(`?in=${place}&category=music`);
  expect(asked).toEqual([{ category: "music", sort: "newest", offset: "0", limit: "24" }]);
});
