import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BackToTop } from "./BackToTop";

/** A page of ten screens that is scrolled to `top`. */
function scrolled(top: number) {
  vi.stubGlobal("scrollY", top);
  vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(
    window.innerHeight * 10,
  );
  act(() => void window.dispatchEvent(new Event("scroll")));
}

test("it is there beyond 400 px, and its way up takes 450 ms", async () => {
  render(<BackToTop />);
  const button = () => screen.queryByRole("button", { name: "Back to top" });
  scrolled(400);
  expect(button()).toBeNull();
  scrolled(401);

  let now = 1000;
  let draw = (_now: number) => {};
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("requestAnimationFrame", (next: typeof draw) => {
    draw = next;
  });
  const places: number[] = [];
  vi.stubGlobal("scrollTo", (_left: number, top: number) => places.push(top));
  const found = button();
  if (found === null) throw new Error("there is no way back to the top");
  await userEvent.click(found);
  for (now of [1000, 1449, 1450]) draw(now);
  expect(places[0]).toBe(401);
  expect(places[1]).toBeGreaterThan(0);
  expect(places[2]).toBe(0);
});
