import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import PurchasedGalleryPage from "./PurchasedGalleryPage";
import PurchasedProductPage from "./PurchasedProductPage";
import PurchasedVideoPage from "./PurchasedVideoPage";
import { owned } from "./testing";
import type { OwnedItem } from "./types";

function serveSite(items: OwnedItem[], kind = "galleries") {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get(`*/api/purchased-items/user/${kind}`, ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json({ data: { data: items, total: items.length } });
    }),
  );
  return asked;
}

const open = (path = "/account/user/purchased-gallery") =>
  render(<PurchasedGalleryPage />, {
    session: people.tom,
    path,
    pages: ["/gallery/$id", "/cams", "/account/user/refund-requests"],
  });

test("what I own: where it is, when I saw it, and what was given back of it", async () => {
  const now = new Date().toISOString();
  serveSite([
    owned({ lastSeenAt: now, refunded: 10 }),
    owned({ _id: "b2", itemId: "g2", title: "Neon" }),
  ]);
  await open();
  const first = await screen.findByRole("link", { name: "Sunday at home" });
  expect(first.getAttribute("href")).toBe("/gallery/g1");
  expect(screen.getByText("Seen just now")).toBeTruthy();
  expect(screen.getByText("10 tokens were refunded")).toBeTruthy();
  expect(screen.getByText("Not opened yet", { selector: "span" })).toBeTruthy();
});

/** What Tom may ask to have back: the purchases of these ids. */
function offers(...ids: string[]) {
  let calls = 0;
  server.use(
    http.get("*/api/refund-requests/payments", () => {
      calls += 1;
      const data = ids.map((sourceId) => ({ type: "gallery", sourceId }));
      return HttpResponse.json({ data: { data, total: data.length } });
    }),
  );
  return () => calls;
}

const ended = (daysAgo: number, changes: Partial<OwnedItem> = {}) =>
  owned({
    isBought: false,
    accessEndedAt: new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString(),
    cover: "",
    ...changes,
  });

test("what the site has taken from its buyers says so, and leads to the refunds", async () => {
  serveSite([ended(13)]);
  offers("b1");
  await open();
  expect(await screen.findByText("Taken down")).toBeTruthy();
  expect(screen.getByText(/taken this down, also from its buyers/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Sunday at home" })).toBeNull();
  expect(screen.queryByText("Not opened yet", { selector: "span" })).toBeNull();
  expect((await screen.findByRole("link", { name: "Ask for a refund" })).getAttribute("href")).toBe(
    "/account/user/refund-requests",
  );
});

test("a refund is not offered that was asked for, or whose time is over", async () => {
  serveSite([ended(13), ended(13, { _id: "b2", itemId: "g2" }), ended(15, { _id: "b3" })]);
  const calls = offers("b2", "b3");
  await open();
  expect(await screen.findAllByText("Taken down")).toHaveLength(3);
  expect(await screen.findAllByRole("link", { name: "Ask for a refund" })).toHaveLength(1);
  expect(calls()).toBe(1);
});

test("of what was taken down long ago nobody looks whether a refund may be asked for", async () => {
  serveSite([ended(15)]);
  const calls = offers("b1");
  const { queries } = await open();
  expect(await screen.findByText("Taken down")).toBeTruthy();
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.queryByRole("link", { name: "Ask for a refund" })).toBeNull();
  expect(calls()).toBe(0);
});

test("what was sent is not said to be taken from who received it", async () => {
  serveSite([ended(15, { type: "product", isSent: true })], "products");
  await render(<PurchasedProductPage />, {
    session: people.tom,
    path: "/account/user/purchased-product",
    pages: ["/product/$id", "/cams"],
  });
  expect(await screen.findByText("The site has taken this down.")).toBeTruthy();
});

test("a video that was only begun is not called watched", async () => {
  await films([begun]);
  const show = await screen.findByRole("combobox", { name: "Show" });
  const labels = within(show)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(labels).toEqual(["All videos", "Begun", "Not watched yet", "Opened"]);
});

test("what can still be undone is shown by its blur", async () => {
  serveSite([owned({ undoUntil: new Date(Date.now() + 30_000).toISOString() })]);
  const { container } = await open();
  await screen.findByText("Sunday at home");
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/files/photos/p1/blur.webp");
});

test("words and order are the address, and begin with the first page", async () => {
  const asked = serveSite([owned()]);
  const { user, router } = await open("/account/user/purchased-gallery?offset=24");
  await screen.findByText("Sunday at home");
  await user.type(screen.getByRole("searchbox", { name: "Search" }), "neon{Enter}");
  await user.selectOptions(screen.getByRole("combobox", { name: "Order" }), "By title");
  expect(router.state.location.searchStr).toBe("?q=neon&sort=title");
  await vi.waitFor(() =>
    expect(asked.at(-1)).toEqual({
      q: "neon",
      sortBy: "title",
      sort: "asc",
      offset: "0",
      limit: "24",
    }),
  );
});

test("an empty library says what will be here", async () => {
  serveSite([]);
  await open();
  expect(await screen.findByText("Nothing here yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Look at galleries" })).toBeTruthy();
});

test("words that nothing fits can be taken off", async () => {
  serveSite([]);
  const { user, router } = await open("/account/user/purchased-gallery?q=zzz");
  await user.click(await screen.findByRole("button", { name: "Show everything" }));
  expect(router.state.location.searchStr).toBe("");
});

test("a library that cannot be loaded says so, and asks again", async () => {
  server.use(
    http.get("*/api/purchased-items/user/galleries", () =>
      HttpResponse.json({ statusCode: 500, message: "Broken." }, { status: 500 }),
    ),
  );
  const { user } = await open();
  const again = await screen.findByRole("button", { name: "Try again" });
  serveSite([owned()]);
  await user.click(again);
  expect(await screen.findByText("Sunday at home")).toBeTruthy();
});

test("a product has the picture that everybody has seen, however new it is", async () => {
  const undoUntil = new Date(Date.now() + 30_000).toISOString();
  serveSite([owned({ type: "product", quantity: 3, undoUntil })], "products");
  const { container } = await render(<PurchasedProductPage />, {
    session: people.tom,
    path: "/account/user/purchased-product",
    pages: ["/product/$id", "/cams"],
  });
  const link = await screen.findByRole("link", { name: "Sunday at home" });
  expect(link.getAttribute("href")).toBe("/product/g1");
  expect(screen.getByText("3 pieces")).toBeTruthy();
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/files/photos/p1/card.webp");
});

/** Nina's films in Tom's library; what he has begun is asked for by itself. */
function films(items: OwnedItem[]) {
  server.use(
    http.get("*/api/purchased-items/user/videos", ({ request }) => {
      const seen = new URL(request.url).searchParams.get("seen");
      const found = items.filter(({ positionMs = 0, lastSeenAt }) =>
        seen === "begun" ? positionMs > 0 : seen !== "never" || lastSeenAt === undefined,
      );
      return HttpResponse.json({ data: { data: found, total: found.length } });
    }),
  );
  return render(<PurchasedVideoPage />, {
    session: people.tom,
    path: "/account/user/purchased-video",
    pages: ["/video/$id", "/cams"],
  });
}

const begun = owned({
  _id: "b3",
  type: "video",
  itemId: "v1",
  title: "Night garden",
  durationMs: 90_000,
  positionMs: 30_000,
  lastSeenAt: new Date().toISOString(),
});
const fresh = owned({
  _id: "b4",
  type: "video",
  itemId: "v2",
  title: "Morning",
  durationMs: 60_000,
});

test("videos that I have begun come first, with how far I am", async () => {
  await films([fresh, begun]);
  const row = await screen.findByRole("region", { name: "Continue watching" });
  expect(
    within(row)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Night garden"]);
  const bar = within(row).getByRole("progressbar", { name: "Watched of “Night garden”" });
  expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax")]).toEqual([
    "30000",
    "90000",
  ]);
  expect(within(row).getByText("1:00 left")).toBeTruthy();
  expect(await screen.findByText("Not watched yet", { selector: "span" })).toBeTruthy();
});

test("what I have not watched yet can be shown by itself", async () => {
  const { user, router } = await films([fresh, begun]);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Show" }), "never");
  await vi.waitFor(() => expect(screen.queryByText("Night garden")).toBeNull());
  expect(screen.getByRole("link", { name: "Morning" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Continue watching" })).toBeNull();
  expect(router.state.location.searchStr).toBe("?seen=never");
});

test("videos have a list of their own", async () => {
  serveSite([], "videos");
  await render(<PurchasedVideoPage />, {
    session: people.tom,
    path: "/account/user/purchased-video",
    pages: ["/"],
  });
  expect(await screen.findByRole("heading", { name: "Purchased videos" })).toBeTruthy();
  expect(await screen.findByText("Nothing here yet")).toBeTruthy();
});

test("the videos wait for those that were begun, so that nothing moves, and stand below them", async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get("*/api/purchased-items/user/videos", async ({ request }) => {
      if (new URL(request.url).searchParams.get("seen") === "begun") await asked;
      return HttpResponse.json({ data: { data: [owned({ type: "video" })], total: 1 } });
    }),
  );
  const { queries } = await render(<PurchasedVideoPage />, {
    session: people.tom,
    path: "/account/user/purchased-video",
    pages: ["/video/$id", "/cams"],
  });
  await vi.waitFor(() => expect(queries.isFetching()).toBe(1));
  expect(screen.queryByText("Sunday at home")).toBeNull();
  answer();
  expect(await screen.findByText("Continue watching")).toBeTruthy();
  expect(screen.getAllByRole("heading", { name: /Sunday at home/, level: 3 })).toHaveLength(2);
});

test("the keyboard stays in the search field after Enter", async () => {
  serveSite([owned()]);
  const { user, router } = await open();
  const field = await screen.findByRole("searchbox", { name: "Search" });
  await user.type(field, "neon{Enter}");
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe("?q=neon"));
  expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Search" }));
});
