import { act, fireEvent, screen } from "@testing-library/react";
import { render } from "@/testing/render";
import { ChatLine } from "./ChatLine";
import type { Line } from "./lines";

const line = (changes: Partial<Line> = {}, message: Partial<Line["message"]> = {}): Line => ({
  key: "m1",
  state: "sent",
  message: {
    _id: "m1",
    conversationId: "c1",
    type: "text",
    text: "good evening",
    senderInfo: { _id: "tom", username: "tom", avatar: "", role: "user" },
    isDeleted: false,
    createdAt: "2026-11-02T12:00:00Z",
    ...message,
  },
  ...changes,
});

const nothing = () => ({ retry: vi.fn(), discard: vi.fn(), remove: vi.fn() });

test("a line is who said what, as text", async () => {
  const text = "<b>bold</b>";
  await render(
    <ChatLine line={line({}, { text })} over={false} removable={false} actions={nothing()} />,
  );
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText("tom")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a tip says how much", async () => {
  const tip = line({}, { type: "tip", token: 25, text: "for the encore" });
  const { container } = await render(
    <ChatLine line={tip} over={false} removable={false} actions={nothing()} />,
  );
  expect(container.textContent).toContain("tom has tipped 25 tokens — for the encore");
});

test("a spin says what came up, once the wheel stands", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse("2026-11-02T12:00:01Z") });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const spin = line({}, { type: "wheel", token: 25, text: "Song request" });
  const { container } = await render(
    <ChatLine line={spin} over={false} removable={false} actions={nothing()} />,
  );
  expect(container.textContent).toContain("tom spins the wheel…");
  expect(container.textContent).not.toContain("Song request");
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(container.textContent).toContain("tom spun the wheel and got Song request");
});

test("a deleted line is a tombstone without a menu", async () => {
  const dead = line({}, { isDeleted: true, text: "Message deleted" });
  await render(<ChatLine line={dead} over={false} removable actions={nothing()} />);
  expect(screen.getByText("Message deleted")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("one's own line can be deleted from its menu", async () => {
  const actions = nothing();
  const mine = line();
  const { user } = await render(<ChatLine line={mine} over={false} removable actions={actions} />);
  await user.click(screen.getByRole("button", { name: "Options for the message of tom" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete message" }));
  expect(actions.remove).toHaveBeenCalledExactlyOnceWith(mine);
});

test("a refused line says why, and offers another try", async () => {
  const actions = nothing();
  const failed = line({ state: "failed", problem: "You are too quick." });
  const { user } = await render(
    <ChatLine line={failed} over={false} removable actions={actions} />,
  );
  expect(screen.getByRole("alert").textContent).toContain("You are too quick.");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(actions.retry).toHaveBeenCalledTimes(1);
  expect(actions.discard).toHaveBeenCalledTimes(1);
});

test("a finger that rests on a line opens its menu; a tap, a swipe and a mouse do not", async () => {
  let now = 1_000;
  vi.spyOn(Date, "now").mockImplementation(() => now);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const actions = nothing();
  const { user } = await render(
    <ChatLine line={line()} over={false} removable actions={actions} />,
  );
  const text = screen.getByText("good evening");
  function press(pointerType: string, ms: number, to = 0) {
    fireEvent.pointerDown(text, { pointerType, clientX: 0, clientY: 0 });
    now += ms;
    fireEvent.pointerUp(text, { pointerType, clientX: 0, clientY: to });
    return act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
  await press("touch", 100);
  await press("touch", 600, 40);
  await press("mouse", 600);
  expect(screen.queryByRole("menu")).toBeNull();
  await press("touch", 600);
  await user.click(screen.getByRole("menuitem", { name: "Delete message" }));
  expect(actions.remove).toHaveBeenCalledOnce();
});
