import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { MenuItem } from "./api";
import { MenuCard } from "./MenuCard";

const item = (at: number): MenuItem => ({ _id: `m${at}`, label: `Item ${at}`, token: at + 1 });

function menu(...items: MenuItem[]) {
  server.use(
    http.get("*/api/tip-menu", () =>
      HttpResponse.json({ data: { data: items, total: items.length } }),
    ),
  );
}

test("the whole list is saved in its new order, kept items with their ids", async () => {
  menu(item(0), item(1));
  let sent: unknown;
  server.use(
    http.put("*/api/tip-menu", async ({ request }) => {
      sent = await request.json();
      const data = [item(1), item(0), { _id: "m2", label: "<i>Wave</i>", token: 5 }];
      return HttpResponse.json({ data: { data, total: 3 } });
    }),
  );
  const { user } = await render(<MenuCard />, { session: people.nina });
  await user.click(await screen.findByLabelText("Move item 1 down"));
  await user.click(screen.getByText("Add an item"));
  await user.type(screen.getByLabelText("Item 3"), "<i>Wave</i>");
  await user.type(screen.getByLabelText("Tokens for item 3"), "5");
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("Your tip menu is saved.")).toBeTruthy();
  expect(sent).toEqual({
    items: [item(1), item(0), { label: "<i>Wave</i>", token: 5 }],
  });
});

test("a line that is not complete is refused in place", async () => {
  menu(item(0));
  const { user } = await render(<MenuCard />, { session: people.nina });
  await user.click(await screen.findByText("Add an item"));
  await user.type(screen.getByLabelText("Tokens for item 2"), "2.5");
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("This field is required!")).toBeTruthy();
  expect(screen.getByText("Not a validate number!")).toBeTruthy();
});

test("there are at most 30 items", async () => {
  menu(...Array.from({ length: 30 }, (_, at) => item(at)));
  await render(<MenuCard />, { session: people.nina });
  expect(await screen.findByText("30 of 30")).toBeTruthy();
  const add = screen.getByText("Add an item").closest("button");
  expect(add).toHaveProperty("disabled", true);
});

test("what is typed into the menu is asked about before the page is left, and not once it is saved", async () => {
  menu(item(0));
  server.use(
    http.put("*/api/tip-menu", () => {
      const data = [{ ...item(0), label: "Item 0!" }];
      menu(...data);
      return HttpResponse.json({ data: { data, total: 1 } });
    }),
  );
  const { user, router } = await render(<MenuCard />, { session: people.nina, pages: ["/other"] });
  await user.type(await screen.findByLabelText("Item 1"), "!");
  await act(() => void router.navigate({ to: "/other" }));
  await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(screen.getByRole("button", { name: "Stay here" }));
  expect(screen.getByLabelText("Item 1")).toHaveProperty("value", "Item 0!");
  await user.click(screen.getByText("Save"));
  await screen.findByText("Your tip menu is saved.");
  await act(() => void router.navigate({ to: "/other" }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/other"));
});
