import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { OwnAsset } from "@/store/own";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import GalleriesPage from "./GalleriesPage";
import { assetsPath, galleryOfNina } from "./testing";

const answer = (data: object) => HttpResponse.json({ data });

async function open(list: OwnAsset[], path = "", total = list.length) {
  let kept = list;
  const asked: string[] = [];
  const done: unknown[] = [];
  server.use(
    http.get(`${assetsPath}/galleries/search`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(String(searchParams));
      const status = searchParams.get("status");
      const data = kept.filter((one) => status === null || one.status === status);
      return answer({ data, total: status === null ? total : data.length });
    }),
    http.post<never, { ids: string[]; action: string }>(
      `${assetsPath}/galleries/bulk`,
      async ({ request }) => {
        const { ids, action } = await request.json();
        done.push([action, ids]);
        const [first = "", ...rest] = ids;
        kept = kept.filter(({ _id }) => action !== "delete" || _id !== first);
        const message = "This cannot be done with the gallery as it is now.";
        return answer({
          done: [first],
          refused: rest.map((_id) => ({ _id, error: "wrong_status", message })),
        });
      },
    ),
    http.post<never, object>(`${assetsPath}/galleries`, async ({ request }) => {
      const body = await request.json();
      done.push(["create", body]);
      return answer(galleryOfNina({ _id: "new", ...body, photos: [] }));
    }),
  );
  const page = await render(<GalleriesPage />, {
    session: people.nina,
    path: `/account/performer/galleries${path}`,
    route: "/account/performer/galleries",
    pages: ["/account/performer/galleries/$id"],
  });
  return { ...page, asked, done };
}

const beach = galleryOfNina({ status: "active", sold: 3, earned: 60.5 });
const city = galleryOfNina({ _id: "g2", title: "In the city" });
const rows = async () =>
  within(await screen.findByRole("list", { name: "Galleries" })).getAllByRole("listitem");

test("each gallery says its state, price, photos, and what it sold and earned", async () => {
  const reason = "The photos are too dark.";
  await open([beach, { ...city, status: "rejected", rejectReason: reason }]);
  const [first, second] = await rows();
  expect(first?.textContent).toContain("A day at the beachOn sale");
  expect(first?.textContent).toContain("Price25Photos3Sold3Earned60.50");
  expect(second?.textContent).toContain("Rejected");
  expect(second?.textContent).toContain(reason);
  expect(screen.getByRole("link", { name: "In the city" }).getAttribute("href")).toBe(
    "/account/performer/galleries/g2",
  );
});

test("state, words and order are part of the address", async () => {
  const { user, router, asked } = await open([beach, city]);
  await rows();
  await user.click(screen.getByRole("button", { name: "Drafts" }));
  await waitFor(() => expect(router.state.location.href).toContain("status=draft"));
  expect(await rows()).toHaveLength(1);
  await user.type(screen.getByLabelText("Search my galleries"), "city");
  await waitFor(() => expect(router.state.location.href).toContain("q=city"));
  await user.selectOptions(screen.getByLabelText("Order"), "title");
  await waitFor(() =>
    expect(asked.at(-1)).toBe("status=draft&q=city&sortBy=title&sort=asc&offset=0&limit=25"),
  );
});

test("an address opens the list as it was", async () => {
  const { asked, user, router } = await open([beach], "?status=pending&q=sea");
  expect(await screen.findByText("No gallery matches")).toBeTruthy();
  expect(asked).toEqual(["status=pending&q=sea&offset=0&limit=25"]);
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(await rows()).toHaveLength(1);
  expect(screen.getByLabelText("Search my galleries")).toHaveProperty("value", "");
  expect(router.state.location.href).toBe("/account/performer/galleries");
});

test("one thing is done with several after a question, and each refusal is said", async () => {
  const { user, done } = await open([beach, city]);
  await rows();
  await user.click(screen.getByRole("checkbox", { name: "Choose all" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 2 galleries?" }));
  expect(done).toEqual([]);
  await user.click(question.getByRole("button", { name: "Delete" }));
  const outcome = within(await screen.findByRole("alert"));
  expect(done).toEqual([["delete", ["g1", "g2"]]]);
  expect(outcome.getByText(/1 gallery is deleted/)).toBeTruthy();
  expect(outcome.getByText("In the city")).toBeTruthy();
  expect(outcome.getByText(/This cannot be done with the gallery as it is now/)).toBeTruthy();
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(screen.getByRole("checkbox", { name: "Choose In the city" })).toHaveProperty(
    "checked",
    true,
  );
});

test("what is taken down says so, and is not among those that something is done with", async () => {
  const { user } = await open([beach, { ...city, status: "rejected", isTakenDown: true }]);
  const [, second] = await rows();
  expect(second?.textContent).toContain("In the cityTaken down");
  await user.click(screen.getByRole("checkbox", { name: "Choose all" }));
  expect(screen.getByText("1 gallery chosen")).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: "Choose In the city" })).toHaveProperty(
    "disabled",
    true,
  );
});

test("several are submitted with one declaration, and what is refused is said", async () => {
  const { user } = await open([city, beach]);
  const sent: unknown[] = [];
  server.use(
    http.post<{ id: string }>(`${assetsPath}/galleries/:id/submit`, ({ params: { id } }) => {
      sent.push(id);
      if (id === "g2") return answer({ ...city, status: "pending" });
      const message = "This cannot be done with the gallery as it is now.";
      return HttpResponse.json({ statusCode: 409, message }, { status: 409 });
    }),
  );
  await rows();
  await user.click(screen.getByRole("checkbox", { name: "Choose all" }));
  await user.click(screen.getByRole("button", { name: "Submit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Submit 2 galleries" }));
  await user.click(dialog.getByRole("radio", { name: "Only me" }));
  for (const box of dialog.getAllByRole("checkbox")) await user.click(box);
  await user.click(dialog.getByRole("button", { name: "Confirm and submit" }));
  const outcome = within(await screen.findByRole("alert"));
  expect(sent).toEqual(["g2", "g1"]);
  expect(outcome.getByText(/1 gallery is submitted/)).toBeTruthy();
  expect(outcome.getByText("A day at the beach")).toBeTruthy();
});

test("the first gallery is begun from the empty list, with a title and a price", async () => {
  const { user, done, router } = await open([]);
  await user.click(await screen.findByRole("button", { name: "Create your first gallery" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New gallery" }));
  await user.click(dialog.getByRole("button", { name: "Create" }));
  expect(await dialog.findAllByText("This field is required!")).toHaveLength(2);
  await user.type(dialog.getByLabelText(/^Title/), "By the sea");
  await user.type(dialog.getByLabelText(/^Price/), "15");
  await user.click(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/account/performer/galleries/new"),
  );
  expect(done).toEqual([["create", { title: "By the sea", price: 15 }]]);
});

test("at the limit it says so, and no more can be begun", async () => {
  await open([beach], "", 500);
  expect(await screen.findByText(/You have 500 galleries, which is the limit/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "New gallery" })).toHaveProperty("disabled", true);
});

test("what cannot be loaded can be asked for again", async () => {
  const { queries } = await open([beach]);
  await rows();
  server.use(
    http.get(`${assetsPath}/galleries/search`, () => new HttpResponse(null, { status: 500 })),
  );
  await queries.resetQueries({ queryKey: ["own-assets"] });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
