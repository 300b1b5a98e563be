import { render, waitFor } from "@testing-library/react";
import { useWakeLock } from "./useWakeLock";

function Stage() {
  useWakeLock();
  return null;
}

test("the screen stays awake while the stage is shown, also after the page was hidden", async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  const { unmount } = render(<Stage />);
  await waitFor(() => expect(request).toHaveBeenCalledWith("screen"));
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  unmount();
  expect(release).toHaveBeenCalled();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
  Reflect.deleteProperty(navigator, "wakeLock");
});
