import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";
import { Dialog, Sheet } from "./Dialog";

function Room() {
  const [isOpen, setIsOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  function close() {
    setAsks(false);
    setIsOpen(false);
  }
  return (
    <>
      <h1>The room</h1>
      <Button onClick={() => setIsOpen(true)}>About</Button>
      <Sheet open={isOpen} onClose={close} title="About Nina">
        <Link to="/next">The next room</Link>
        <Button onClick={() => setAsks(true)}>Share</Button>
        <Dialog open={asks} onClose={() => setAsks(false)} title="Share">
          <Button onClick={close}>Close both</Button>
        </Dialog>
      </Sheet>
    </>
  );
}

/** The router in the tab's own history, at a room whose sheet leads to the next one. */
async function visit() {
  window.history.replaceState(null, "", "/home");
  const root = createRootRoute({ component: Outlet });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      page("/home", () => <Link to="/room">Enter</Link>),
      page("/room", Room),
      page("/next", () => <h1>The next room</h1>),
    ]),
    history: createBrowserHistory(),
  });
  await router.load();
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.click(await screen.findByText("Enter"));
  await screen.findByRole("heading", { name: "The room" });
  return { user, router };
}

const steps = () => window.history.state.__TSR_index;

test("forward leads past a sheet that was left by a link, and back past it again", async () => {
  const { user, router } = await visit();
  await user.click(screen.getByRole("button", { name: "About" }));
  await user.click(screen.getByRole("link", { name: "The next room" }));
  await screen.findByRole("heading", { name: "The next room" });
  await vi.waitFor(() => expect(steps()).toBe(2));

  for (let times = 0; times < 2; times++) {
    window.history.back();
    expect(await screen.findByRole("heading", { name: "The room" })).toBeTruthy();
    await vi.waitFor(() => expect(window.history.state.sheet).toBeUndefined());
    window.history.forward();
    expect(await screen.findByRole("heading", { name: "The next room" })).toBeTruthy();
  }
  router.history.destroy();
});

test("forward over a closed sheet with nothing behind it stays, and back still leaves the page", async () => {
  const { user, router } = await visit();
  await user.click(screen.getByRole("button", { name: "About" }));
  window.history.back();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  window.history.forward();
  await vi.waitFor(() => expect(window.history.state).toHaveProperty("sheet"));
  await vi.waitFor(() => expect(window.history.state.sheet).toBeUndefined());
  expect(screen.getByRole("heading", { name: "The room" })).toBeTruthy();
  window.history.back();
  expect(await screen.findByRole("link", { name: "Enter" })).toBeTruthy();
  router.history.destroy();
});

test("two sheets that close at once leave the page as it was, on the way back and forward", async () => {
  const { user, router } = await visit();
  await user.click(screen.getByRole("button", { name: "About" }));
  await user.click(screen.getByRole("button", { name: "Share" }));
  await user.click(screen.getByRole("button", { name: "Close both" }));
  await vi.waitFor(() => expect(window.history.state.sheet).toBeUndefined());
  window.history.forward();
  await vi.waitFor(() => expect(window.history.state).toHaveProperty("sheet"));
  await vi.waitFor(() => expect(window.history.state.sheet).toBeUndefined());
  window.history.back();
  expect(await screen.findByRole("link", { name: "Enter" })).toBeTruthy();
  router.history.destroy();
});
