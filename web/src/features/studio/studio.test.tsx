import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Commission, Percents } from "./api";
import CommissionsPage from "./CommissionsPage";
import { HireDialog } from "./HireDialog";
import ModelsPage from "./ModelsPage";

const sixty: Percents = {
  tip: 60,
  private: 60,
  group: 60,
  peekIn: 60,
  wheel: 60,
  gallery: 60,
  video: 60,
  product: 60,
};

const nina: Commission = {
  _id: "nina",
  performer: { _id: "nina", username: "nina", name: "Nina", avatar: "", role: "performer" },
  rates: sixty,
};

test("less is asked for, not taken", async () => {
  let row = nina;
  let asked: unknown;
  server.use(
    http.get("*/api/studio/commission", () =>
      HttpResponse.json({ data: { default: sixty, data: [row], total: 1 } }),
    ),
    http.put("*/api/studio/commission/member/:id", async ({ request, params }) => {
      asked = [params.id, await request.json()];
      const offered = { ...sixty, tip: 52.5 };
      row = {
        ...nina,
        offer: { _id: "o1", rates: offered, createdAt: "2026-11-02T12:00:00Z" },
      };
      return HttpResponse.json({ data: row });
    }),
  );
  const { user } = await render(<CommissionsPage />, {
    session: people.stella,
    pages: [paths.studio.earning()],
  });
  await user.click(await screen.findByRole("button", { name: "Change the shares of nina" }));
  const dialog = screen.getByRole("dialog", { name: "Shares of nina" });
  const tips = within(dialog).getByLabelText("Tips");
  await user.clear(tips);
  await user.type(tips, "101");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("Must be between 0 and 100")).toBeDefined();
  await user.clear(tips);
  await user.type(tips, "52.5");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Waits for an answer")).toBeDefined();
  expect(asked).toEqual(["nina", { ...sixty, tip: 52.5 }]);
  expect(screen.getByText("→ 52.50 %")).toBeDefined();
});

test("one share in general is written into every kind, and can differ again", async () => {
  let asked: unknown;
  server.use(
    http.get("*/api/studio/commission", () =>
      HttpResponse.json({ data: { default: sixty, data: [nina], total: 1 } }),
    ),
    http.put("*/api/studio/commission", async ({ request }) => {
      asked = await request.json();
      return HttpResponse.json({ data: sixty });
    }),
  );
  const { user } = await render(<CommissionsPage />, {
    session: people.stella,
    pages: [paths.studio.earning()],
  });
  await user.click(await screen.findByRole("button", { name: "Shares of new models" }));
  const dialog = screen.getByRole("dialog", { name: "Shares of new models" });
  await user.type(within(dialog).getByLabelText("In general"), "72.5");
  await user.click(within(dialog).getByRole("button", { name: "Use for all" }));
  const wheel = within(dialog).getByLabelText("Wheel spins");
  await user.clear(wheel);
  await user.type(wheel, "50");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  const all = Object.fromEntries(Object.keys(sixty).map((kind) => [kind, 72.5]));
  await vi.waitFor(() => expect(asked).toEqual({ ...all, wheel: 50 }));
});

test("an account is opened without a password and without papers", async () => {
  let sent: Record<string, unknown> = {};
  server.use(
    http.post("*/api/studio/members", async ({ request }) => {
      sent = Object.fromEntries(await request.formData());
      return HttpResponse.json({
        data: { ...nina, status: "active", joinedAt: "2026-11-02T12:00:00Z" },
      });
    }),
  );
  const onClose = vi.fn();
  const { user } = await render(<HireDialog onClose={onClose} />, { session: people.stella });
  await user.type(await screen.findByLabelText(/^Username/), "nina");
  await user.type(screen.getByLabelText(/^Email/), "nina@example.com");
  await user.selectOptions(screen.getByLabelText(/^Gender/), "female");
  await user.type(screen.getByLabelText(/^Date of birth/), "1990-05-01");
  await user.click(screen.getByRole("button", { name: "Open the account" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual({
    username: "nina",
    email: "nina@example.com",
    gender: "female",
    dateOfBirth: "1990-05-01",
  });
});

test.each([
  ["none", "Send your document"],
  ["rejected", "Send your document"],
  ["submitted", undefined],
])(
  "a studio that is not verified (%s) is told why it cannot hire, before it tries",
  async (verification, way) => {
    server.use(
      http.get("*/api/studio/me", () =>
        HttpResponse.json({ data: { verified: false, verification } }),
      ),
      http.get("*/api/studio/members", () => HttpResponse.json({ data: { data: [], total: 0 } })),
    );
    await render(<ModelsPage />, {
      session: people.stella,
      pages: [paths.studio.accountSettings()],
    });
    expect(await screen.findByText("Your studio is not verified yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^New / })).toHaveProperty("disabled", true);
    expect(screen.queryByRole("link", { name: "Send your document" })?.textContent).toBe(way);
  },
);
