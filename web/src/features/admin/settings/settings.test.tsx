import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import AdminSettingsPage from "./AdminSettingsPage";
import type { Listing, Setting } from "./api";

const setting = (part: Partial<Setting> & Pick<Setting, "key" | "type" | "label">): Setting => ({
  group: "general",
  help: "",
  public: true,
  min: 0,
  max: 0,
  options: [],
  default: "",
  value: "",
  changed: false,
  ...part,
});

const listing: Listing = {
  proposals: [],
  groups: [
    { key: "general", label: "Site" },
    { key: "tips", label: "Tips" },
  ],
  settings: [
    setting({
      key: "siteName",
      type: "text",
      label: "Site name",
      min: 1,
      max: 60,
      default: "Limelight",
      value: "Limelight",
    }),
    setting({ key: "maintenanceMode", type: "boolean", label: "Maintenance", value: false }),
    setting({
      key: "theme",
      type: "colours",
      label: "Colours",
      value: { brand: "#a2252d", success: "#2fb52d" },
    }),
    setting({
      key: "menus",
      type: "menus",
      label: "Links of the footer",
      default: [],
      value: [{ title: "Terms", path: "/page/terms", internal: true, isOpenNewTab: false }],
    }),
    setting({
      key: "tipMost",
      group: "tips",
      type: "tokens",
      label: "Largest tip",
      min: 1,
      max: 1000,
      default: 50,
      value: 50,
    }),
  ],
};

async function openSettings() {
  const saved: unknown[] = [];
  server.use(
    http.get("*/api/admin/settings", () => HttpResponse.json({ data: listing })),
    http.put("*/api/admin/settings", async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ data: listing });
    }),
  );
  const scene = await render(<AdminSettingsPage />, {
    path: paths.admin.settings(),
    session: people.ada,
    pages: [paths.admin.dashboard()],
  });
  await screen.findByLabelText("Site name");
  return { ...scene, saved };
}

test("only what was changed is saved", async () => {
  const { user, saved } = await openSettings();
  await user.clear(screen.getByLabelText("Site name"));
  await user.type(screen.getByLabelText("Site name"), "Velvet");
  await user.click(screen.getByRole("tab", { name: /^Tips/ }));
  await user.clear(screen.getByLabelText("Largest tip"));
  await user.type(screen.getByLabelText("Largest tip"), "60");
  expect(screen.getByText("2 unsaved changes")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(saved).toEqual([{ siteName: "Velvet", tipMost: 60 }]));
  expect(screen.queryByText(/unsaved/)).toBeNull();
});

test("a number out of its bounds is refused with the specification's words", async () => {
  const { user, saved } = await openSettings();
  await user.click(screen.getByRole("tab", { name: "Tips" }));
  await user.clear(screen.getByLabelText("Largest tip"));
  await user.type(screen.getByLabelText("Largest tip"), "2000");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Must be between 1 and 1000");
  expect(saved).toEqual([]);
});

test("a colour that cannot be read is refused while it is chosen", async () => {
  const { user, saved } = await openSettings();
  await user.clear(screen.getByLabelText("Brand"));
  await user.type(screen.getByLabelText("Brand"), "#ffee00");
  expect((await screen.findByRole("alert")).textContent).toMatch(/cannot be read well/);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(saved).toEqual([]);
});

test("links are added and marked as internal or not by their address", async () => {
  const { user, saved } = await openSettings();
  await user.click(screen.getByRole("button", { name: "Add a link" }));
  const fresh = within(screen.getAllByRole("listitem")[1] ?? document.body);
  await user.type(fresh.getByLabelText("Title"), "Blog");
  await user.clear(fresh.getByLabelText("Address"));
  await user.type(fresh.getByLabelText("Address"), "https://blog.example");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() =>
    expect(saved).toEqual([
      {
        menus: [
          { title: "Terms", path: "/page/terms", internal: true, isOpenNewTab: false },
          { title: "Blog", path: "https://blog.example", internal: false, isOpenNewTab: false },
        ],
      },
    ]),
  );
});

test("the site is closed only after a second word", async () => {
  const { user, saved } = await openSettings();
  await user.click(screen.getByLabelText("Maintenance"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(saved).toEqual([]);
  await user.click(await screen.findByRole("button", { name: "Close the site" }));
  await vi.waitFor(() => expect(saved).toEqual([{ maintenanceMode: true }]));
});

test("a refused setting is shown at its field, on its tab, and stays as typed", async () => {
  const { user } = await openSettings();
  server.use(
    http.put("*/api/admin/settings", () =>
      HttpResponse.json(
        { message: [{ property: "tipMost", constraints: { rule: "Must not be below 15" } }] },
        { status: 422 },
      ),
    ),
  );
  await user.click(screen.getByRole("tab", { name: "Tips" }));
  await user.clear(screen.getByLabelText("Largest tip"));
  await user.type(screen.getByLabelText("Largest tip"), "5");
  await user.click(screen.getByRole("tab", { name: "Site" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Must not be below 15");
  expect(screen.getByLabelText("Largest tip")).toHaveProperty("value", "5");
});

test("unsaved changes are not lost by a link", async () => {
  const { user, router } = await openSettings();
  await user.type(screen.getByLabelText("Site name"), "!");
  router.navigate({ to: paths.admin.dashboard() });
  await user.click(await screen.findByRole("button", { name: "Stay here" }));
  expect(router.state.location.pathname).toBe(paths.admin.settings());
  router.navigate({ to: paths.admin.dashboard() });
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(paths.admin.dashboard()));
});

test("what one admin proposed, another approves, and nobody approves their own", async () => {
  const decided: string[] = [];
  const proposal = {
    _id: "p1",
    key: "tipMost",
    value: 8000,
    by: "bea",
    byName: "bea",
    at: "2026-11-22T12:00:00Z",
  };
  const own = { ...proposal, _id: "p2", key: "siteName", value: "Velvet", by: people.ada._id };
  server.use(
    http.get("*/api/admin/settings", () =>
      HttpResponse.json({ data: { ...listing, proposals: [proposal, own] } }),
    ),
    http.post("*/api/admin/settings/proposals/:id/:verdict", ({ params }) => {
      decided.push(`${params.id} ${params.verdict}`);
      return HttpResponse.json({ data: listing });
    }),
  );
  const { user } = await render(<AdminSettingsPage />, {
    path: paths.admin.settings(),
    session: people.ada,
  });
  expect(await screen.findByText(/50 → 8,000, proposed by bea/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Drop the change of Site name" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve the change of Site name" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Approve the change of Largest tip" }));
  await vi.waitFor(() => expect(decided).toEqual(["p1 approve"]));
  expect(await screen.findByText("The change holds.")).toBeTruthy();
  expect(screen.queryByText("Waiting for a second admin")).toBeNull();
});
