import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ModelStatsPage from "./ModelStatsPage";
import StaffPage from "./StaffPage";

const answer = (data: unknown) => HttpResponse.json({ data });

const mia = {
  _id: "mia",
  username: "mia",
  name: "Mia",
  email: "mia@example.com",
  avatar: "",
  status: "active",
  rights: ["studio.models"],
  createdAt: "2026-11-02T12:00:00Z",
};

test("an owner changes what somebody may do, and allows one thing at least", async () => {
  let sent: unknown;
  server.use(
    http.get("*/api/studio/staff", () => answer({ data: [mia], total: 1 })),
    http.get("*/api/studio/rights", () =>
      answer({ data: [{ _id: "studio.models" }, { _id: "studio.earnings" }] }),
    ),
    http.put("*/api/studio/staff/mia", async ({ request }) => {
      sent = await request.json();
      return answer(mia);
    }),
  );
  const { user } = await render(<StaffPage />, { session: people.stella });
  await user.click(await screen.findByRole("button", { name: "Change the rights of mia" }));
  const dialog = await screen.findByRole("dialog", { name: "What mia may do" });
  await user.click(await within(dialog).findByLabelText(/^Manage/));
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("Allow one thing at least.")).toBeTruthy();
  expect(sent).toBeUndefined();
  await user.click(within(dialog).getByLabelText("See earnings"));
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(sent).toEqual({ rights: ["studio.earnings"] }));
});

test("the statistics are ordered by a press on a column, and saved as they are shown", async () => {
  let asked = new URLSearchParams();
  const sums = {
    hoursOnline: 2,
    shows: 3,
    incomes: 1,
    tokens: 420,
    studioNet: 168,
    tokensPerHour: 210,
  };
  server.use(
    http.get("*/api/studio/statistics/models", ({ request }) => {
      asked = new URL(request.url).searchParams;
      const performer = { _id: "nina", username: "nina", name: "Nina", avatar: "" };
      return answer({ data: [{ performer, status: "active", ...sums }], total: 1, all: sums });
    }),
  );
  const { user } = await render(<ModelStatsPage />, { session: people.stella });
  await user.click(await screen.findByRole("button", { name: "Hours online" }));
  await vi.waitFor(() => expect(asked.get("sortBy")).toBe("hoursOnline"));
  const file = screen.getByRole("link", { name: "CSV" }).getAttribute("href");
  expect(file).toMatch(/^\/api\/studio\/statistics\/export\?.*sortBy=hoursOnline/);
});
