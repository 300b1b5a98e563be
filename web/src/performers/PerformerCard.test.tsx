import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { searchPerformers } from "./api";
import { PerformerCard } from "./PerformerCard";
import type { Performer } from "./types";

const now = Date.parse("2026-11-02T12:00:00Z");

function show(performer: Performer, session: typeof people.tom | typeof people.nina | null = null) {
  return render(<PerformerCard performer={performer} now={now} />, {
    session,
    pages: ["/room/$username", "/auth/login/user", "/auth/register/user"],
  });
}

test("a live card says so, with viewers, and leads to the room", async () => {
  await show(card());
  const link = screen.getByRole("link", { name: "Nina Vale is live" });
  expect(link.getAttribute("href")).toBe("/room/nina");
  const text = screen.getByRole("article").textContent;
  expect(text).toContain("LIVE");
  expect(text).toContain("3watching");
  expect(screen.getByRole("img", { name: "Verified" })).toBeTruthy();
  expect(screen.getByTitle("Portugal").textContent).toBe("PT");
});

test.each([
  ["private", "in a private show", "Private"],
  ["group", "in a group show", "Group"],
  ["away", "away", "Away"],
  ["offline", "offline", "Offline"],
] as const)(
  "a card in state %s says so in words and for the eye",
  async (status, spoken, shown) => {
    await show(card({ streamingStatus: status }));
    expect(screen.getByRole("link", { name: `Nina Vale is ${spoken}` })).toBeTruthy();
    expect(screen.getByText(shown)).toBeTruthy();
    expect(screen.queryByText("LIVE")).toBeNull();
  },
);

test("a live card shows the newest frame, and the portrait when that is gone", async () => {
  const performer = card({
    snapshot: "/snapshots/nina/1.jpg",
    cardImage: "/files/f1/card-960.webp",
  });
  const { container } = await show(performer);
  const image = () => container.querySelector("article img");
  expect(image()?.getAttribute("src")).toBe("/snapshots/nina/1.jpg");
  image()?.dispatchEvent(new Event("error"));
  await vi.waitFor(() => expect(image()?.getAttribute("src")).toBe("/files/f1/card.webp"));
  expect(image()?.getAttribute("srcset")).toBe(
    "/files/f1/card-320.webp 320w, /files/f1/card.webp 640w, /files/f1/card-960.webp 960w",
  );
});

test("somebody is new for two weeks", async () => {
  await show(card({ createdAt: "2026-10-20T12:00:00Z" }));
  expect(screen.getByText("NEW")).toBeTruthy();
});

test("VIPs carry a crown", async () => {
  await show(card({ vip: true }));
  expect(screen.getByText("VIP")).toBeTruthy();
  expect(screen.queryByText("NEW")).toBeNull();
});

test("a place that rotates is marked", async () => {
  await show(card({ isRotating: true }));
  expect(screen.getByTitle("A place that rotates")).toBeTruthy();
});

test("a guest who presses the heart is asked to log in, and would come back", async () => {
  const { user } = await show(card());
  await user.click(screen.getByRole("button", { name: "Favorite Nina Vale" }));
  expect(await screen.findByRole("heading", { name: "Join the fun" })).toBeTruthy();
  const login = screen.getByRole("link", { name: "Log in" });
  expect(login.getAttribute("href")).toBe("/auth/login/user?next=%2F");
});

test("performers have no favourites", async () => {
  await show(card(), people.nina);
  expect(screen.queryByRole("button", { name: "Favorite Nina Vale" })).toBeNull();
});

const search = searchPerformers({}).queryKey;

test("the heart changes at once in every list, and comes back when refused", async () => {
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  server.use(
    http.post("*/api/favourite/nina/like", async () => {
      await refused;
      return HttpResponse.json({ statusCode: 500, message: "No." }, { status: 500 });
    }),
  );
  const { user, queries } = await show(card(), people.tom);
  queries.setQueryData(search, { data: [card()], total: 1 });
  await user.click(screen.getByRole("button", { name: "Favorite Nina Vale" }));
  await vi.waitFor(() => expect(queries.getQueryData(search)?.data[0]?.isFavorite).toBe(true));
  refuse();
  await vi.waitFor(() => expect(queries.getQueryData(search)?.data[0]?.isFavorite).toBe(false));
  expect(await screen.findByText("No.")).toBeTruthy();
});
