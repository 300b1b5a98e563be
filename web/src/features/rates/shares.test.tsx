import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { eachIncome } from "@/money/kinds.gen";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Commission, Income, Percents } from "./api";
import { CommissionCard } from "./CommissionCard";
import StudioCommissionsPage from "./StudioCommissionsPage";

const sixty: Percents = eachIncome(() => 60);

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
  const { user } = await render(<StudioCommissionsPage />, {
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
  const { user } = await render(<StudioCommissionsPage />, {
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

test("a lower share waits for her word", async () => {
  const mine: Income = {
    site: { ...sixty, tip: 20 },
    studio: { _id: "stella", username: "stella", name: "Stella", avatar: "", role: "studio" },
    rates: sixty,
    offer: { _id: "o1", rates: { ...sixty, tip: 50 }, createdAt: "2026-11-02T12:00:00Z" },
  };
  let word: unknown;
  server.use(
    http.get("*/api/settings/performer/commission", () => HttpResponse.json({ data: mine })),
    http.post("*/api/performers/commission-offer/:id/:word", ({ params }) => {
      word = [params.id, params.word];
      const { offer: _, ...rest } = mine;
      return HttpResponse.json({ data: rest });
    }),
  );
  const { user } = await render(<CommissionCard />, { session: people.nina });
  expect(await screen.findByText("stella offers you other shares")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Decline" }));
  expect(await screen.findByText("Your share at stella")).toBeDefined();
  expect(word).toEqual(["o1", "decline"]);
});
