import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Formula } from "./api";
import PlacePage from "./PlacePage";
import { placePath } from "./pages";
import RankingPage from "./RankingPage";

// Other numbers than the program's, so that none of them can stand in a text.
const formula: Formula = {
  version: 7,
  watchedPoints: 5111,
  halfViewers: 33,
  favouritePoints: 2222,
  halfFavourites: 44,
  newPoints: 1333,
  newDays: 12,
  measuredMinutes: 55,
  turnMinutes: 6,
  rotatingShare: 25,
};

const mine = {
  formula,
  computedAt: "2026-11-28T02:40:00Z",
  inputs: { watchedMinutes: 90, airedMinutes: 20, favourites: 1, hours: 50 },
  points: { watched: 613, favourites: 49, new: 1101, score: 1763 },
  place: { place: 12, of: 340, isLive: true, lessShown: 3, liveNow: 41 },
  impressions: 1234,
};

const links = ["/search/models", "/account/performer/ranking", "/ranking"];

test("everybody reads the formula, with the program's numbers", async () => {
  server.use(http.get("*/api/ranking", () => HttpResponse.json({ data: formula })));
  await render(<RankingPage />, { path: paths.ranking(), pages: links.slice(0, 2) });
  expect(await screen.findByText(/This is version 7\./)).toBeTruthy();
  const text = document.body.textContent;
  for (const said of [
    "up to 5,111 points",
    "5111 × v ÷ (v + 33)",
    "in the last 55 minutes",
    "2222 × f ÷ (f + 44)",
    "1333 × (288 − h) ÷ 288",
    "gone after 12 days",
    "counted anew every 6 minutes",
    "25 % of the places",
    "nobody pays to stand higher",
  ])
    expect(text).toContain(said);
  expect(screen.getByRole("link", { name: "the page of all models" }).getAttribute("href")).toBe(
    "/search/models",
  );
  expect(screen.queryByRole("link", { name: "your own page" })).toBeNull();
});

test("a formula that cannot be loaded is asked for again", async () => {
  server.use(http.get("*/api/ranking", () => HttpResponse.json({}, { status: 500 })));
  const { user } = await render(<RankingPage />, {
    path: paths.ranking(),
    pages: links.slice(0, 2),
  });
  const again = await screen.findByRole("button", { name: "Try again" });
  server.use(http.get("*/api/ranking", () => HttpResponse.json({ data: formula })));
  await user.click(again);
  expect(await screen.findByText(/This is version 7\./)).toBeTruthy();
});

function open(answer: object) {
  server.use(http.get("*/api/performers/me/ranking", () => HttpResponse.json({ data: answer })));
  return render(<PlacePage />, {
    path: placePath(),
    session: people.nina,
    pages: ["/ranking"],
  });
}

test("a performer reads where she stands, and what her points are made of", async () => {
  await open(mine);
  const viewers = await screen.findByRole("row", { name: /^Viewers/ });
  expect(viewers.textContent).toContain("20 minutes on the air in the last hour, 4.5 viewers");
  expect(within(viewers).getByText("613")).toBeTruthy();
  expect(screen.getByRole("row", { name: /^Favorites/ }).textContent).toContain("1 member has you");
  expect(screen.getByRole("row", { name: /^New here/ }).textContent).toContain("2 days ago");
  for (const said of ["12", "of 340", "1,763", "1,234"])
    expect(screen.getByText(said)).toBeTruthy();
  expect(screen.getByText(/^3 of 41 who are live now were shown less/)).toBeTruthy();
});

test("who was not counted yet, or is in no list, is told so", async () => {
  const { computedAt: _, ...uncounted } = mine;
  const page = await open(uncounted);
  expect(await screen.findByText(/have not been counted yet/)).toBeTruthy();
  page.unmount();
  await open({ ...uncounted, place: { place: 0, of: 0, isLive: false, lessShown: 0, liveNow: 0 } });
  expect(await screen.findByText(/Lists do not show you/)).toBeTruthy();
});
