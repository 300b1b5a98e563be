import { act, screen } from "@testing-library/react";
import { render } from "@/testing/render";
import { unsavedOnPage } from "@/ui/unsaved";
import { surviveNewVersion } from "./newVersion";

const reload = vi.fn();

beforeAll(surviveNewVersion);
beforeEach(() => {
  reload.mockClear();
  sessionStorage.clear();
  vi.spyOn(location, "reload").mockImplementation(reload);
});

const missing = () => act(() => window.dispatchEvent(new Event("vite:preloadError")));

test("an old tab loads the new version, once", async () => {
  await render(<p>page</p>);
  missing();
  expect(reload).toHaveBeenCalledOnce();
  missing(); // it did not help
  expect(reload).toHaveBeenCalledOnce();
  expect(await screen.findByText(/There may be a new version/)).toBeTruthy();
});

test("whoever has typed something decides", async () => {
  const { user } = await render(<p>page</p>);
  unsavedOnPage.setState(["form"], true);
  missing();
  expect(reload).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
  unsavedOnPage.setState([], true);
});
