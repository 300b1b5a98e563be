import { screen } from "@testing-library/react";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { NextLive } from "./NextLive";
import { PerformerCard } from "./PerformerCard";

/** So many days from today, at 22:00 here. */
function nightIn(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(22, 0, 0, 0);
  return at.toISOString();
}

test.each([
  [0, /^Next live: today, 22:00$/],
  [1, /^Next live: tomorrow, 22:00$/],
  [3, /^Next live: \w+day, 22:00$/],
  [30, /^Next live: \d+ \w+ \d{4}$/],
])("in %i days", async (days, words) => {
  await render(<NextLive at={nightIn(days)} />);
  expect(await screen.findByText(words)).toBeTruthy();
});

test("a card of somebody who is off line says it in place of the headline", async () => {
  const off = card({ streamingStatus: "offline", nextLiveAt: nightIn(1) });
  const { unmount } = await render(<PerformerCard performer={off} now={Date.now()} />, {
    pages: ["/room/$username"],
  });
  expect(await screen.findByText("Next live: tomorrow, 22:00")).toBeTruthy();
  expect(screen.queryByText("Late-night jazz")).toBeNull();
  unmount();
  await render(
    <PerformerCard performer={{ ...off, streamingStatus: "public" }} now={Date.now()} />,
    {
      pages: ["/room/$username"],
    },
  );
  expect(await screen.findByText("Late-night jazz")).toBeTruthy();
});
