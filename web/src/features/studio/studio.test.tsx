import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { HireDialog } from "./HireDialog";
import ModelsPage from "./ModelsPage";

test("an account is opened without a password and without papers", async () => {
  let sent: Record<string, unknown> = {};
  server.use(
    http.post("*/api/studio/members", async ({ request }) => {
      sent = Object.fromEntries(await request.formData());
      return HttpResponse.json({
        data: { _id: "nina", status: "active", joinedAt: "2026-11-02T12:00:00Z" },
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
      http.get("*/api/studio/partings", () => HttpResponse.json({ data: { data: [], total: 0 } })),
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
