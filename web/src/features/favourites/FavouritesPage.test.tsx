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
  ].map((performer) => ({ ...performer, isFavorite: true }));
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
