import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { useQuietMoment } from "./useQuietMoment";

const prepareRooms = vi.hoisted(() => vi.fn());
vi.mock("./beginRoom", () => ({ prepareRooms }));

function Page() {
  useQuietMoment();
  return null;
}

beforeEach(() => {
  prepareRooms.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => void vi.useRealTimers());

test("what rooms need is fetched when somebody first moves, and once", async () => {
  await render(<Page />, { cards: [card()] });
  expect(prepareRooms).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("pointermove"));
  window.dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(10_000);
  expect(prepareRooms).toHaveBeenCalledOnce();
});

test("on a page that nobody touches it waits for a quiet moment", async () => {
  await render(<Page />, { cards: [card()] });
  vi.advanceTimersByTime(4000);
  expect(prepareRooms).toHaveBeenCalledOnce();
});

test("a page without performers fetches nothing, and one that is left neither", async () => {
  const { unmount } = await render(<Page />);
  vi.advanceTimersByTime(4000);
  unmount();
  window.dispatchEvent(new Event("pointermove"));
  expect(prepareRooms).not.toHaveBeenCalled();
});
