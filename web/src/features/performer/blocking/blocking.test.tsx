import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { BlockingList, Look } from "./api";
import BlockingPage from "./BlockingPage";
import { next } from "./WorldMap";

const nobody: BlockingList = {
  countries: [],
  countryReasons: {},
  users: [],
  hosting: false,
  hostingKnown: true,
};
const tom = { _id: "t1", username: "tom", name: "Tom Reed", avatar: "" };

/** A server with a list; what it was told, and what it was asked about. */
function serve(list: Partial<BlockingList> = {}, look: Partial<Look> = {}) {
  const told: unknown[] = [];
  const asked: string[] = [];
  const answer = async ({ request }: { request: Request }) => {
    told.push(await request.json());
    return HttpResponse.json({ data: { ...nobody, ...list } });
  };
  server.use(
    http.get("*/api/performers/blocking", () =>
      HttpResponse.json({ data: { ...nobody, ...list } }),
    ),
    http.get("*/api/performers/blocking/members", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: { data: [{ ...tom, blocked: false }], total: 1 } });
    }),
    http.get("*/api/performers/me/look", ({ request }) => {
      asked.push(new URL(request.url).search);
      const seen = { listed: true, page: true, room: true, card: true, ...look };
      return HttpResponse.json({ data: seen });
    }),
    http.get("*/api/countries/list", () =>
      HttpResponse.json({
        data: { data: ["DE", "FR", "MT"].map((code) => ({ _id: code, code })), total: 3 },
      }),
    ),
    http.post("*/api/performers/blocking/update", answer),
    http.put("*/api/performers/blocking/reasons", answer),
  );
  return { told, asked };
}

const open = () => render(<BlockingPage />, { session: people.nina, path: "/" });

test("countries are found by their names, and saved together", async () => {
  const { told } = serve({ countries: ["FR"] });
  const { user } = await open();
  await user.type(await screen.findByLabelText("Search for a country"), "mal");
  const list = screen.getByRole("group", { name: "Blocked countries" });
  await waitFor(() => expect(within(list).getAllByRole("checkbox")).toHaveLength(1));
  await user.click(within(list).getByRole("checkbox", { name: "Malta" }));
  await user.click(screen.getByRole("button", { name: "Save countries" }));
  await waitFor(() => expect(told).toEqual([{ countries: ["FR", "MT"] }]));
});

test("on the map a country is pressed, or reached by the arrows", async () => {
  const { told } = serve();
  const { user } = await open();
  const map = await screen.findByRole("group", { name: /Map of the world/ });
  const germany = within(map).getByRole("checkbox", { name: "Germany" });
  await user.click(germany);
  expect(germany.getAttribute("aria-checked")).toBe("true");
  germany.focus();
  await user.keyboard("{ArrowLeft}");
  const beside = document.activeElement;
  expect(beside).not.toBe(germany);
  await user.keyboard(" ");
  expect(beside?.getAttribute("aria-checked")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Save countries" }));
  await waitFor(() => expect(told).toHaveLength(1));
});

test("arrows lead somewhere, and not beyond the edge", () => {
  const middle = { code: "DE", path: "", x: 600, y: 150 };
  expect(next(middle, [0, 1])?.y).toBeGreaterThan(150);
  expect(next({ ...middle, x: -1 }, [-1, 0])).toBeUndefined();
});

test("a member is searched, and blocked with a reason that only she reads", async () => {
  const { told, asked } = serve();
  const { user } = await open();
  await user.type(await screen.findByLabelText("Search for a member"), "to");
  await user.type(screen.getByLabelText("Why, if you like"), "Was rude");
  await user.click(await screen.findByRole("button", { name: "Block tom" }));
  await waitFor(() => expect(told).toEqual([{ userIds: ["t1"], reason: "Was rude" }]));
  expect(asked).toContain("?q=to");
});

test("a reason is written beside whom it is about", async () => {
  const { told } = serve({
    users: [{ ...tom, reason: "Was rude", blockedAt: "2026-01-01T00:00:00Z" }],
  });
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Note about tom" }));
  await user.type(screen.getByLabelText("Your note"), " twice");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(told).toEqual([{ kind: "user", value: "t1", reason: "Was rude twice" }]),
  );
});

test("VPNs are blocked by choice, which says when that blocks nobody", async () => {
  const { told } = serve({ hostingKnown: false });
  const { user } = await open();
  expect(await screen.findByText(/until it has one, this blocks nobody/)).toBeTruthy();
  await user.click(screen.getByRole("switch", { name: /hosting and VPN/ }));
  await waitFor(() => expect(told).toEqual([{ hosting: true }]));
});

test("she sees what of her is to be seen from elsewhere", async () => {
  const { asked } = serve({}, { room: false, card: false, page: false });
  const { user } = await open();
  await screen.findByRole("option", { name: "France" });
  await user.selectOptions(screen.getByLabelText("Country"), "FR");
  await user.click(screen.getByRole("checkbox", { name: /Behind a VPN/ }));
  await user.type(screen.getByLabelText("Member"), "@tom");
  await waitFor(() => expect(asked).toContain("?hosting=true&country=FR&username=tom"));
  expect(await screen.findAllByText("Hidden")).toHaveLength(3);
  expect(screen.getByText(/Which country that is stays theirs/)).toBeTruthy();
});
