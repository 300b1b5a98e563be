import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import OfferedPage from "./OfferedPage";
import type { Offered } from "./takedown";

const scene = { session: people.ada, path: paths.admin.assets() };

const beach: Offered = {
  _id: "g1",
  type: "gallery",
  performer: { _id: "nina", username: "nina", name: "Nina", avatar: "" },
  title: "Beach",
  price: 20,
  status: "active",
  isTakenDown: false,
  buyers: 3,
  paid: 55,
};

function office(...list: Offered[]) {
  const [seen, sent]: [string[], unknown[]] = [[], []];
  server.use(
    http.get("*/api/admin/assets", ({ request }) => {
      seen.push(new URL(request.url).search);
      return HttpResponse.json({ data: { data: list, total: list.length } });
    }),
    http.post("*/api/admin/assets/:id/:act", async ({ request, params }) => {
      sent.push([params.id, params.act, await request.json()]);
      return HttpResponse.json({ data: { _id: params.id, status: "rejected", isTakenDown: true } });
    }),
  );
  return { seen, sent };
}

test("taking something down needs a reason, and says what it means for its buyers", async () => {
  const { sent } = office(beach);
  const { user } = await render(<OfferedPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Take down Beach" }));
  const asked = within(await screen.findByRole("dialog", { name: "Take down “Beach”?" }));
  expect(asked.getByText(/3 buyers paid 55 tokens and keep/)).toBeTruthy();
  await user.click(asked.getByLabelText(/End its buyers/));
  expect(asked.getByText(/lose access within seconds/)).toBeTruthy();
  await user.click(asked.getByRole("button", { name: "Take down" }));
  expect(asked.getByText("This field is required!")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(asked.getByLabelText(/^Reason/), "a complaint");
  await user.click(asked.getByRole("button", { name: "Take down" }));
  expect(await screen.findByText("“Beach” is taken down.")).toBeTruthy();
  expect(sent).toEqual([["g1", "take-down", { reason: "a complaint", endAccess: true }]]);
});

test("what was taken down is put back, and says why it was", async () => {
  const { sent } = office({
    ...beach,
    status: "rejected",
    isTakenDown: true,
    reason: "a complaint",
  });
  const { user } = await render(<OfferedPage />, scene);
  expect(await screen.findByText("a complaint")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Put back Beach" }));
  const asked = within(await screen.findByRole("dialog", { name: "Put back “Beach”?" }));
  await user.type(asked.getByLabelText(/^Reason/), "a mistake");
  await user.click(asked.getByRole("button", { name: "Put back" }));
  expect(await screen.findByText("“Beach” is put back.")).toBeTruthy();
  expect(sent).toEqual([["g1", "restore", { reason: "a mistake" }]]);
});

test("what buyers have is changed, and only that is said", async () => {
  office({ ...beach, status: "rejected", isTakenDown: true, reason: "a complaint" });
  const { user } = await render(<OfferedPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Buyers of Beach" }));
  const asked = within(await screen.findByRole("dialog", { name: /^Change what buyers/ }));
  await user.click(asked.getByLabelText(/End its buyers/));
  await user.click(asked.getByRole("button", { name: "Change" }));
  expect(await screen.findByText("What buyers of “Beach” have is changed.")).toBeTruthy();
});

test("the list is narrowed, and empty", async () => {
  const { seen } = office();
  const { user } = await render(<OfferedPage />, scene);
  expect(await screen.findByText("Nothing was on sale yet")).toBeTruthy();
  await user.type(screen.getByLabelText("Search"), "nina{Enter}");
  await waitFor(() => expect(seen.at(-1)).toContain("q=nina"));
  await user.click(screen.getByLabelText("Only taken down"));
  await waitFor(() => expect(seen.at(-1)).toContain("takenDown=true"));
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
});

test("a list that fails says so", async () => {
  server.use(http.get("*/api/admin/assets", () => new HttpResponse(null, { status: 500 })));
  await render(<OfferedPage />, scene);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
