import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import { card } from "@/testing/performers";
import { sceneQueries } from "@/testing/render";
import { makeRouter } from "./router";

vi.mock("@/realtime/realtime", async () =>
  (await import("@/testing/silentRealtime")).silentRealtime(),
);

async function leaveFor(path: string) {
  const queries = sceneQueries({ cards: [card()] });
  const never = new Promise<never>(() => {});
  const home = { default: () => <p>home</p> };
  const router = makeRouter(queries, createMemoryHistory({ initialEntries: ["/start"] }), [
    { path: "/start", layout: "default", load: async () => home },
    { path: "/room/$username", layout: "default", load: () => never },
    { path: "/slow", layout: "default", load: () => never },
  ]);
  await router.load();
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(async () => {
    router.navigate({ to: path });
  });
}

test("a pressed card becomes its room at once, before the room's page is here", async () => {
  await leaveFor("/room/nina");
  expect(await screen.findAllByText("Opening the room of Nina Vale")).not.toHaveLength(0);
  expect(screen.queryByText("Loading the page")).toBeNull();
});

test("another page, or a room that no list shows, is waited for as such", async () => {
  await leaveFor("/room/nobody");
  expect(await screen.findByText("Loading the page")).toBeTruthy();
});
