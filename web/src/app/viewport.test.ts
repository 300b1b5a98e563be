import { followKeyboard } from "./viewport";

test("a keyboard over the page makes the screen shorter, and gives it back", () => {
  const view = Object.assign(new EventTarget(), {
    height: window.innerHeight,
    offsetTop: 0,
    scale: 1,
  });
  vi.stubGlobal("visualViewport", view);
  const stop = followKeyboard();
  const height = () => document.documentElement.style.getPropertyValue("--screen-height");

  view.height = window.innerHeight - 300;
  view.dispatchEvent(new Event("resize"));
  expect(height()).toBe(`${window.innerHeight - 300}px`);

  view.scale = 2; // pinched
  view.dispatchEvent(new Event("resize"));
  expect(height()).toBe("");

  view.scale = 1;
  view.height = window.innerHeight;
  view.dispatchEvent(new Event("resize"));
  expect(height()).toBe("");
  stop();
});
