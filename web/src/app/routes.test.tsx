import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { Session } from "@/session/api";
import type { Requirement } from "@/session/redirects";
import { people } from "@/testing/people";
import { type Scene, sceneQueries } from "@/testing/render";
import { setRole } from "@/testing/role";
import { server } from "@/testing/server";
import type { Layout } from "./layouts/Shell";
import { makeRouter } from "./router";
import { pages } from "./routes";

vi.mock("@/realtime/realtime", async () =>
  (await import("@/testing/silentRealtime")).silentRealtime(),
);

const page = (path: string, layout: Layout, authenticate?: Requirement) => ({
  path,
  layout,
  authenticate,
  load: async () => ({ default: () => <h1>{path}</h1> }),
});

// Plain pages in the places of real ones: these tests are about who may open what.
const standIns = [
  page("/", "public"),
  page("/live", "default", "performer"),
  page("/studio/models", "primary", "studio"),
  page("/account/user/favorites", "primary", "user"),
  page("/auth/login/user", "auth"),
  page("/auth/login/admin", "auth"),
  page("/studio/login", "auth"),
];
const stoodIn = new Set(standIns.map(({ path }) => path));
const table = [...pages.filter(({ path }) => !stoodIn.has(path)), ...standIns];

async function open(address: string, session: Session | null, scene: Scene = {}) {
  if (session !== null) setRole(session.role);
  const queries = sceneQueries({ ...scene, session });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = makeRouter(queries, history, table);
  await router.load();
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

test.each([
  ["/live", null, "/auth/login/user?next=%2Flive"],
  ["/studio/models", null, "/studio/login?next=%2Fstudio%2Fmodels"],
  ["/live", people.tom, "/403"],
  ["/studio/models", people.nina, "/403"],
  ["/live", people.nina, "/live"],
  ["/account/user/favorites", people.tom, "/account/user/favorites"],
  ["/auth/login/user", people.tom, "/"],
  ["/auth/login/user", null, "/auth/login/user"],
])("%s opens as it should", async (address, session, ends) => {
  const router = await open(address, session);
  expect(router.state.location.href).toBe(ends);
});

test("a page of some roles opens for them alone: guests are sent to its login, everybody else to /403", async () => {
  const roles = [people.tom, people.nina, people.stella, people.ada];
  const opened: string[] = [];
  const guarded = pages.filter(({ authenticate }) => authenticate !== undefined);
  for (const session of [null, ...roles]) {
    setRole(session?.role ?? "nobody");
    const queries = sceneQueries({ session });
    for (const { path, authenticate } of guarded) {
      const address = path.replaceAll(/\$\w+/g, "some");
      const isTheirs = session !== null && [authenticate].flat().includes(session.role);
      const login = authenticate === "studio" || authenticate === "admin" ? authenticate : "user";
      const asked = `${logins[login]}?next=${encodeURIComponent(address)}`;
      const wanted = isTheirs ? address : session === null ? asked : "/403";
      const router = makeRouter(queries, createMemoryHistory({ initialEntries: [address] }), bare);
      await router.load();
      const { href } = router.state.location;
      if (href !== wanted) opened.push(`${address} leads ${session?.role ?? "a guest"} to ${href}`);
    }
  }
  expect(guarded.length).toBeGreaterThan(80);
  expect(opened).toEqual([]);
}, 60_000);

const logins = { user: "/auth/login/user", studio: "/studio/login", admin: "/auth/login/admin" };
// The whole table, with nothing drawn: 400 pages are opened.
const bare = pages.map((one) => ({ ...one, load: async () => ({ default: () => null }) }));

test("a role cookie without a session leads to the login", async () => {
  setRole("performer");
  server.use(http.get("*/api/users/me", () => HttpResponse.json({}, { status: 401 })));
  const router = await open("/live", null);
  expect(router.state.location.pathname).toBe("/auth/login/user");
});

test("an unknown address says that there is no such page", async () => {
  await open("/nothing/here", null);
  expect(await screen.findByRole("heading", { name: "There is no such page" })).toBeTruthy();
});

test("dashboards carry the role's sidebar, other pages do not", async () => {
  await open("/account/user/favorites", people.tom);
  expect(await screen.findByRole("navigation", { name: "Account" })).toBeTruthy();
});

test("maintenance hides every page but the staff's door", async () => {
  const settings = { maintenanceMode: true };
  await open("/", null, { settings });
  expect(await screen.findByRole("img", { name: "A stage under construction" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "/" })).toBeNull();
});

test.each([
  ["/", people.ada],
  ["/auth/login/admin", null],
])("maintenance leaves %s to the staff", async (address, session) => {
  await open(address, session, { settings: { maintenanceMode: true } });
  expect(await screen.findByRole("heading", { name: address })).toBeTruthy();
});

test("the 18+ popup is asked once", async () => {
  const settings = { enablePopup18Plus: true, popupContent18Plus: "<p>Site rules</p>" };
  await open("/", null, { settings });
  expect(await screen.findByRole("heading", { name: "Are you 18 or older?" })).toBeTruthy();
  expect(screen.getByText("Site rules")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "I am 18 or older" }));
  expect(screen.queryByRole("heading", { name: "Are you 18 or older?" })).toBeNull();
  expect(localStorage.getItem("adult")).toBe("yes");
});

test("every page of the table has a file with a page in it", async () => {
  for (const { load } of pages) expect(typeof (await load()).default).toBe("function");
}, 60_000);

test("no two pages share an address", () => {
  const addresses = pages.map(({ path }) => path);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("the header shows the operator's placeholder to who has no picture", async () => {
  await open(
    "/",
    { ...people.tom, avatar: "" },
    { settings: { placeholderAvatarUrl: "/face.png" } },
  );
  await screen.findByRole("heading", { name: "/" });
  expect(document.querySelector('img[src="/face.png"]')).toBeTruthy();
});
