import { fireEvent, render, screen } from "@testing-library/react";
import { act } from "react";
import { useReach } from "./useReach";

const pressed = vi.fn();

function Card() {
  const { isHeld, handlers } = useReach(true);
  return (
    <div {...handlers}>
      <button type="button" onClick={pressed}>
        {isHeld ? "plays" : "stands"}
      </button>
    </div>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  pressed.mockClear();
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test("a finger that rests starts it, its end stops it and is no press", () => {
  render(<Card />);
  const card = screen.getByRole("button");
  fireEvent.pointerDown(card, { pointerType: "touch" });
  pass(600);
  expect(card.textContent).toBe("plays");
  fireEvent.pointerUp(card, { pointerType: "touch" });
  fireEvent.click(card);
  expect(card.textContent).toBe("stands");
  expect(pressed).not.toHaveBeenCalled();
});

test("a short touch is a press, and starts nothing", () => {
  render(<Card />);
  const card = screen.getByRole("button");
  fireEvent.pointerDown(card, { pointerType: "touch" });
  pass(100);
  fireEvent.pointerUp(card, { pointerType: "touch" });
  fireEvent.click(card);
  pass(1000);
  expect(card.textContent).toBe("stands");
  expect(pressed).toHaveBeenCalledTimes(1);
});

test("who wants less motion gets none", () => {
  const calm = window.matchMedia("");
  vi.spyOn(calm, "matches", "get").mockReturnValue(true);
  vi.spyOn(window, "matchMedia").mockReturnValue(calm);
  render(<Card />);
  const card = screen.getByRole("button");
  fireEvent.pointerDown(card, { pointerType: "touch" });
  pass(1000);
  expect(card.textContent).toBe("stands");
});
