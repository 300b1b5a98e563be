import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import FavouritesPage from "./FavouritesPage";

function serveSite(liked: Set<string>) {
  const everybody = [
    card({ username: "vera", name: "Vera Moss", streamingStatus: "offline" }),
    card(),
  ].map((performer) => ({ ...performer, isFavorite: true, isNotified: true }));
  server.use(
    http.get("*/api/favourite", () => {
      const data = everybody.filter(({ _id }) => liked.has(_id));
      return HttpResponse.json({ data: { data, total: data.length } });
    }),
    http.post("*/api/favourite/:id/unlike", ({ params }) => {
      liked.delete(String(params.id));
      return HttpResponse.json({ data: { isFavorite: false } });
    }),
    http.post("*/api/favourite/:id/like", ({ params }) => {
      liked.add(String(params.id));
      return HttpResponse.json({ data: { isFavorite: true } });
    }),
  );
}

const open = () =>
  render(<FavouritesPage />, {
    session: people.tom,
    path: "/account/user/favorites",
    pages: ["/", "/room/$username"],
  });

const names = async () =>
  (await screen.findAllByRole("heading", { level: 3 })).map(
    ({ textContent }) => textContent?.split(" is ")[0],
  );

test("who is live comes first", async () => {
  serveSite(new Set(["nina", "vera"]));
  await open();
  expect(await names()).toEqual(["Nina Vale", "Vera Moss"]);
});

test("whose heart is taken off leaves the list, and undo brings them back", async () => {
  const liked = new Set(["nina", "vera"]);
  serveSite(liked);
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Favorite Vera Moss" }));
  await vi.waitFor(async () => expect(await names()).toEqual(["Nina Vale"]));
  expect(await screen.findByText("Vera Moss was removed from your favorites.")).toBeTruthy();
  await vi.waitFor(() => expect(liked.has("vera")).toBe(false));

  await user.click(screen.getByRole("button", { name: "Undo" }));
  await vi.waitFor(async () => expect(await names()).toEqual(["Nina Vale", "Vera Moss"]));
  expect(liked.has("vera")).toBe(true);
});

test("undo still works after the list was asked for again", async () => {
  const liked = new Set(["nina", "vera"]);
  serveSite(liked);
  const { user, queries } = await open();
  await user.click(await screen.findByRole("button", { name: "Favorite Vera Moss" }));
  await vi.waitFor(() => expect(liked.has("vera")).toBe(false));
  await act(() => queries.refetchQueries());
  expect(await names()).toEqual(["Nina Vale"]);

  await user.click(screen.getByRole("button", { name: "Undo" }));
  await vi.waitFor(() => expect(liked.has("vera")).toBe(true));
  await vi.waitFor(async () => expect(await names()).toEqual(["Nina Vale", "Vera Moss"]));
});

test("the bell says of whom one is told, and is refused in words", async () => {
  serveSite(new Set(["nina", "vera"]));
  const told: unknown[] = [];
  server.use(
    http.put("*/api/favourite/:id/notices", async ({ params, request }) => {
      const body = await request.json();
      told.push([params.id, body]);
      return params.id === "vera"
        ? HttpResponse.json({ statusCode: 404, message: "She has gone." }, { status: 404 })
        : HttpResponse.json({ data: body });
    }),
  );
  const { user } = await open();
  const bell = (name: string) =>
    screen.getByRole("button", { name: `Tell me when ${name} goes live` });
  await screen.findByRole("button", { name: "Tell me when Nina Vale goes live" });
  expect(bell("Nina Vale").getAttribute("aria-pressed")).toBe("true");
  await user.click(bell("Nina Vale"));
  await vi.waitFor(() => expect(bell("Nina Vale").getAttribute("aria-pressed")).toBe("false"));
  expect(await screen.findByText(/not told any more when Nina Vale goes live/)).toBeTruthy();
  await user.click(bell("Vera Moss"));
  expect(await screen.findByText("She has gone.")).toBeTruthy();
  expect(bell("Vera Moss").getAttribute("aria-pressed")).toBe("true");
  expect(told).toEqual([
    ["nina", { isNotified: false }],
    ["vera", { isNotified: false }],
  ]);
});

test("the list goes on when its end comes near", async () => {
  let seen: (entries: { isIntersecting: boolean }[]) => void = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: typeof seen) {
        seen = tell;
      }
      observe() {}
      disconnect() {}
    },
  );
  server.use(
    http.get("*/api/favourite", ({ request }) => {
      const offset = Number(new URL(request.url).searchParams.get("offset"));
      const data = Array.from({ length: offset === 0 ? 24 : 1 }, (_, n) =>
        card({ username: `p${offset + n}`, name: `Person ${offset + n}`, isFavorite: true }),
      );
      return HttpResponse.json({ data: { data, total: 25 } });
    }),
  );
  const { router } = await open();
  await vi.waitFor(async () => expect(await names()).toHaveLength(24));
  act(() => seen([{ isIntersecting: true }]));
  await vi.waitFor(async () => expect(await names()).toHaveLength(25));
  expect(router.state.location.searchStr).toBe("?pages=2");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("an empty list says what will be here", async () => {
  serveSite(new Set());
  await open();
  expect(await screen.findByText("No favorites yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Find someone you like" })).toBeTruthy();
});

test("a list that cannot be loaded is tried again in place", async () => {
  server.use(http.get("*/api/favourite", () => HttpResponse.json({}, { status: 500 })));
  const { user } = await open();
  const again = await screen.findByRole("button", { name: "Try again" });
  serveSite(new Set(["nina"]));
  await user.click(again);
  expect(await names()).toEqual(["Nina Vale"]);
});
