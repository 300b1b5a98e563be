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
  version: 4,
  cover: {
    _id: "p1",
    width: 300,
    height: 400,
    blurhash: "",
    colour: "#336699",
    blurred: "/files/photos/p1/blur.webp",
  },
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
  expect(asked.getByText(/and lose access within seconds\./)).toBeTruthy();
  expect(asked.getByText(/^A gallery of nina\. It leaves lists/)).toBeTruthy();
  expect(asked.getByRole("img", { name: "Cover of “Beach”" }).getAttribute("src")).toBe(
    "/files/photos/p1/card.webp",
  );
  await user.click(asked.getByRole("button", { name: "Take down" }));
  expect(asked.getByText("This field is required!")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(asked.getByLabelText(/^Reason/), "a complaint");
  await user.click(asked.getByRole("button", { name: "Take down" }));
  expect(await screen.findByText("“Beach” is taken down.")).toBeTruthy();
  expect(sent).toEqual([
    ["g1", "take-down", { version: 4, reason: "a complaint", endAccess: true }],
  ]);
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
  expect(sent).toEqual([["g1", "restore", { version: 4, reason: "a mistake" }]]);
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

test("what another admin changed meanwhile is refused, and shown as it is by now", async () => {
  const sent: unknown[] = [];
  let now: Offered = beach;
  server.use(
    http.get("*/api/admin/assets", () => HttpResponse.json({ data: { data: [now], total: 1 } })),
    http.post("*/api/admin/assets/g1/:act", async ({ request }) => {
      sent.push(await request.json());
      if (sent.length > 1) return HttpResponse.json({ data: {} });
      const message = "This has changed, or was decided already. Please look at it again.";
      return HttpResponse.json(
        { statusCode: 409, message, error: "changed_elsewhere" },
        { status: 409 },
      );
    }),
  );
  const { user, queries } = await render(<OfferedPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Take down Beach" }));
  const asked = within(await screen.findByRole("dialog"));
  await user.type(asked.getByLabelText(/^Reason/), "not mine");
  now = {
    ...beach,
    status: "rejected",
    isTakenDown: true,
    version: 5,
    reason: "a complaint",
    accessEndedAt: "2026-11-02T12:00:00Z",
  };
  // A list that comes by itself is not what the admin has looked at.
  await queries.invalidateQueries({ queryKey: ["admin-assets"] });
  await user.click(asked.getByRole("button", { name: "Take down" }));
  expect(await asked.findByText(/^This has changed/)).toBeTruthy();
  expect(asked.getByText(/taken down for “a complaint”; its buyers have lost it/)).toBeTruthy();
  expect(asked.getByText(/have access again/)).toBeTruthy();
  expect(asked.getByDisplayValue("not mine")).toBeTruthy();
  await user.click(asked.getByLabelText(/End its buyers/));
  await user.click(asked.getByRole("button", { name: "Change" }));
  expect(await screen.findByText("What buyers of “Beach” have is changed.")).toBeTruthy();
  expect(sent).toEqual([
    { version: 4, reason: "not mine", endAccess: false },
    { version: 5, reason: "not mine", endAccess: true },
  ]);
});

test("what was put back elsewhere is not put back again, and stays in sight", async () => {
  let now: Offered = { ...beach, status: "rejected", isTakenDown: true, reason: "a complaint" };
  server.use(
    http.get("*/api/admin/assets", () => HttpResponse.json({ data: { data: [now], total: 1 } })),
    http.post("*/api/admin/assets/g1/restore", () => {
      now = { ...now, reason: "two complaints", version: 5 };
      return HttpResponse.json({ statusCode: 409, message: "This has changed." }, { status: 409 });
    }),
  );
  const { user } = await render(<OfferedPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Put back Beach" }));
  const asked = within(await screen.findByRole("dialog"));
  await user.type(asked.getByLabelText(/^Reason/), "a mistake");
  await user.click(asked.getByRole("button", { name: "Put back" }));
  expect(await asked.findByText("This has changed.")).toBeTruthy();
  expect(asked.getByText(/taken down for “two complaints”; its buyers keep it/)).toBeTruthy();
  expect(asked.getByDisplayValue("a mistake")).toBeTruthy();
});

test("the list leads to what is on sale and to whose it is, and shows the blur of its cover", async () => {
  office(beach, { ...beach, _id: "g2", title: "Snow", status: "inactive" });
  const { container } = await render(<OfferedPage />, {
    ...scene,
    pages: ["/gallery/$id", "/admin/finance/people/$id"],
  });
  const link = await screen.findByRole("link", { name: "Beach" });
  expect(link.getAttribute("href")).toBe("/gallery/g1");
  expect(screen.queryByRole("link", { name: "Snow" })).toBeNull();
  expect(screen.getAllByRole("link", { name: "nina" })[0]?.getAttribute("href")).toBe(
    "/admin/finance/people/nina",
  );
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/files/photos/p1/blur.webp");
});

test("one buyer is spoken of as one, and only a video is watched", async () => {
  office({ ...beach, type: "video", buyers: 1, paid: 20 });
  const { user } = await render(<OfferedPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Take down Beach" }));
  const asked = within(await screen.findByRole("dialog"));
  expect(asked.getByText(/^1 buyer paid 20 tokens and keeps what/)).toBeTruthy();
  await user.click(asked.getByLabelText(/End its buyers/));
  expect(
    asked.getByText(/^1 buyer paid 20 tokens and loses access within seconds, also while watching/),
  ).toBeTruthy();
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
