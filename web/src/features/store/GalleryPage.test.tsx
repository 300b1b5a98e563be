import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { Session } from "@/session/api";
import { forgetUndoable, noteUndoable } from "@/store/undoable";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { purchaseChanged } from "./changed";
import GalleryPage from "./GalleryPage";
import { gallery, photos } from "./testing";

beforeEach(() => forgetUndoable("gallery", "g1"));

/** The gallery's page; `owns` may change while it is shown, as the server would answer then. */
async function show(session: Session | null, changes = {}, owns = false) {
  const state = { owns };
  server.use(
    http.get("*/api/user/performer-assets/galleries/g1/view", () =>
      HttpResponse.json({ data: gallery({ isBought: state.owns, ...changes }) }),
    ),
    http.get("*/api/user/performer-assets/photos/g1/search", () =>
      HttpResponse.json({ data: { data: photos(state.owns), total: 3 } }),
    ),
  );
  const drawn = await render(<GalleryPage />, {
    session,
    path: "/gallery/g1",
    route: "/gallery/$id",
    pages: ["/room/$username", "/cams", "/account/user/purchased-gallery"],
  });
  return { ...drawn, state };
}

const pictures = (container: HTMLElement) =>
  [...container.querySelectorAll("img")]
    .map((img) => img.getAttribute("src") ?? "")
    .filter((src) => src.startsWith("/files/photos/"));

test("who has not bought it sees what it is, and blurs", async () => {
  const { container } = await show(null);
  expect(await screen.findByRole("heading", { level: 1, name: "Sunday at home" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Nina Vale" }).getAttribute("href")).toBe("/room/nina");
  await screen.findByText("3 photos");
  expect(pictures(container).every((src) => src.endsWith("/blur.webp"))).toBe(true);
  expect(screen.queryByRole("button", { name: /Open photo/ })).toBeNull();
});

test("its owner opens a photo on the whole screen, and Escape closes it", async () => {
  const { user } = await show(people.tom, {}, true);
  await user.click(await screen.findByRole("button", { name: "Open photo 2 of 3" }));
  expect(await screen.findByRole("dialog", { name: "Photos of “Sunday at home”" })).toBeTruthy();
  expect(screen.getByText("2 / 3")).toBeTruthy();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Open photo 2 of 3");
});

test("what was bought a moment ago waits until it is opened", async () => {
  noteUndoable("gallery", "g1", { purchaseId: "b1", until: Date.now() + 60_000 });
  const { user, container } = await show(people.tom, {}, true);
  await screen.findByText("3 photos");
  expect(pictures(container).every((src) => src.endsWith("/blur.webp"))).toBe(true);
  expect(screen.getByRole("button", { name: /^Undo/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Open the photos" }));
  expect(await screen.findByRole("button", { name: "Open photo 1 of 3" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("a refund locks what is on screen, the open photo too", async () => {
  const { user, container, queries, state } = await show(people.tom, {}, true);
  await user.click(await screen.findByRole("button", { name: "Open photo 1 of 3" }));
  await screen.findByRole("dialog");
  state.owns = false;
  act(() => purchaseChanged({ type: "gallery", itemId: "g1", isBought: false }, { queries }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText("to see once it is yours");
  expect(pictures(container).every((src) => src.endsWith("/blur.webp"))).toBe(true);
});

test("what was bought elsewhere is not loaded here while it can be undone there", async () => {
  const { container, queries, state } = await show(people.tom);
  await screen.findByText("to see once it is yours");
  state.owns = true;
  act(() => purchaseChanged({ type: "gallery", itemId: "g1", isBought: true }, { queries }));
  expect(await screen.findByText(/You bought it a moment ago, on another page/)).toBeTruthy();
  expect(pictures(container).every((src) => src.endsWith("/blur.webp"))).toBe(true);
});

test("what is sold no longer stays with who bought it", async () => {
  await show(people.tom, { isOnSale: false }, true);
  expect(await screen.findByText(/no longer sold, yours to keep/)).toBeTruthy();
});

test("an address of nothing says so, and leads on", async () => {
  server.use(
    http.get("*/api/user/performer-assets/galleries/g1/view", () =>
      HttpResponse.json(
        { statusCode: 404, message: "This gallery does not exist." },
        { status: 404 },
      ),
    ),
  );
  await render(<GalleryPage />, {
    path: "/gallery/g1",
    route: "/gallery/$id",
    pages: ["/cams"],
  });
  expect(await screen.findByRole("heading", { name: "This gallery is not here" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Look at other galleries" }).getAttribute("href")).toBe(
    "/cams?in=galleries",
  );
});
