import { expect, test } from "vitest";
import { dialogOpened, holdToasts, raiseToasts } from "./topLayer";

test("toasts stand in the topmost dialog that is still on the page", () => {
  const toasts = document.createElement("div");
  const [below, above] = [document.createElement("dialog"), document.createElement("dialog")];
  document.body.append(below, above);
  const letGo = holdToasts(toasts);
  const closed = [dialogOpened(below), dialogOpened(above)];
  expect(toasts.parentElement).toBe(above);

  above.remove();
  raiseToasts();
  expect(toasts.parentElement).toBe(below);

  below.remove();
  raiseToasts();
  expect(toasts.parentElement).toBe(document.body);

  for (const close of closed) close();
  expect(toasts.parentElement).toBe(document.body);
  letGo();
});
