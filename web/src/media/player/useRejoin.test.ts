import { renderHook } from "@testing-library/react";
import { useRejoin } from "./useRejoin";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setup() {
  const rejoin = vi.fn();
  const { rerender } = renderHook(
    ({ isExpected, shown, paused }) => useRejoin({ shown, paused }, isExpected, rejoin),
    { initialProps: { isExpected: true, shown: false, paused: false } },
  );
  return { rejoin, rerender };
}

test("a picture that does not come is joined anew, until it is there", () => {
  const { rejoin, rerender } = setup();
  vi.advanceTimersByTime(11_000);
  expect(rejoin).not.toHaveBeenCalled();
  vi.advanceTimersByTime(13_000);
  expect(rejoin).toHaveBeenCalledTimes(2);
  rerender({ isExpected: true, shown: true, paused: false });
  vi.advanceTimersByTime(60_000);
  expect(rejoin).toHaveBeenCalledTimes(2);
});

test.each([
  ["none is to come", { isExpected: false, shown: false, paused: false }],
  ["the browser does not start it", { isExpected: true, shown: false, paused: true }],
])("nothing is joined anew while %s", (_, props) => {
  const { rejoin, rerender } = setup();
  rerender(props);
  vi.advanceTimersByTime(60_000);
  expect(rejoin).not.toHaveBeenCalled();
});

test("a page that nobody sees is left in peace", () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const { rejoin } = setup();
  vi.advanceTimersByTime(60_000);
  expect(rejoin).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  vi.advanceTimersByTime(12_000);
  expect(rejoin).toHaveBeenCalledTimes(1);
});
