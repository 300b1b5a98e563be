import { screen } from "@testing-library/react";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import type { Meter } from "./api";
import { LowWarning, MeterStrip } from "./MeterStrip";

const meter: Meter = {
  status: "running",
  minutes: 2,
  spent: 60,
  balance: 400,
  secondsLeft: 900,
  freeSecondsLeft: 0,
  price: 30,
};

const tom = { session: people.tom };

test("the time that the tokens last is counted down between the server's reports", async () => {
  await render(<MeterStrip meter={meter} at={Date.now() - 60_000} runs />, tom);
  expect(screen.getByText("14:00")).toBeTruthy();
  expect(screen.getByText("60")).toBeTruthy();
});

test("while the show does not run, neither does the meter", async () => {
  const paused: Meter = { ...meter, status: "paused" };
  await render(<MeterStrip meter={paused} at={Date.now() - 60_000} runs={false} />, tom);
  expect(screen.getByText("15:00")).toBeTruthy();
  expect(screen.getByText("The meter stands still.")).toBeTruthy();
});

test("free seconds are counted, and then nothing is said of them", async () => {
  const free: Meter = { ...meter, minutes: 0, spent: 0, freeSecondsLeft: 15 };
  const { unmount } = await render(<MeterStrip meter={free} at={Date.now() - 3000} runs />, tom);
  expect(screen.getByText("12 more seconds are free.")).toBeTruthy();
  unmount();
  await render(<MeterStrip meter={free} at={Date.now() - 16_000} runs />, tom);
  expect(screen.queryByText(/free/)).toBeNull();
});

test.each([
  [121, null],
  [120, "Your tokens last less than 120 seconds more."],
  [60, "Your tokens last less than 60 seconds more."],
  [15, "Your tokens last less than 15 seconds more."],
])("with %i seconds left: %s", async (secondsLeft, words) => {
  const low: Meter = { ...meter, secondsLeft };
  await render(<LowWarning meter={low} at={Date.now()} runs topUp={undefined} />, tom);
  expect(screen.queryByText(/Your tokens last/)?.textContent ?? null).toBe(words);
  expect(screen.queryByText(/cannot be bought here/) !== null).toBe(words !== null);
});
