import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { HeldList } from "./HeldList";

const held = (id: string, further: object = {}) => ({
  _id: id,
  conversationId: "c1",
  type: "text",
  text: `look at example.com/${id}`,
  createdAt: "2026-11-20T12:00:00Z",
  isDeleted: false,
  isHeld: true,
  senderInfo: { _id: "", username: "ann", avatar: "", role: "user" },
  recipientInfo: { _id: "p1", username: "nina", name: "Nina", avatar: "", role: "performer" },
  ...further,
});

const photo = {
  ...{ width: 800, height: 600, blurhash: "", colour: "#123456" },
  ...{ card: "/c.webp", page: "/p.webp", full: "/f.webp", price: 25 },
};
const sold = held("m2", {
  ...{ type: "photo", text: "", photo },
  declared: { onlyMe: false, others: ["Vera Vidal"], confirmedAt: "2026-11-20T11:00:00Z" },
  senderInfo: { _id: "p1", username: "nina", avatar: "", role: "performer" },
  recipientInfo: { _id: "u1", username: "ann", name: "Ann", avatar: "", role: "user" },
});

async function open(list: object[]) {
  const refused: unknown[] = [];
  server.use(
    http.get("*/api/admin/messages/held", () =>
      HttpResponse.json({ data: { data: list, total: list.length } }),
    ),
    http.post("*/api/admin/messages/:id/refuse", async ({ request, params }) => {
      refused.push({ id: params.id, ...Object(await request.json()) });
      return HttpResponse.json({ data: { ok: true } });
    }),
  );
  const page = await render(<HeldList />, { session: people.ada });
  return { ...page, refused };
}

test("staff see the photo that is sold, its price and who is in it, and refuse it for a reason alone", async () => {
  const { user, refused } = await open([sold]);
  expect((await screen.findByAltText("Photo of nina")).getAttribute("src")).toBe("/c.webp");
  expect(screen.getByText("Sold for 25 tokens")).toBeTruthy();
  expect(screen.getByText(/^Also to be seen: Vera Vidal\. Confirmed/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Refuse the message of nina" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refuse the message of nina?" }));
  await user.click(dialog.getByRole("button", { name: "Refuse" }));
  expect(await dialog.findByText("This field is required!")).toBeTruthy();
  expect(refused).toEqual([]);
  await user.type(dialog.getByLabelText(/^Reason/), "Somebody else is to be seen");
  await user.click(dialog.getByRole("button", { name: "Refuse" }));
  await waitFor(() =>
    expect(refused).toEqual([{ id: "m2", reason: "Somebody else is to be seen" }]),
  );
});

test("a text may be refused without one", async () => {
  const { user, refused } = await open([held("m1")]);
  await user.click(await screen.findByRole("button", { name: "Refuse the message of ann" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refuse the message of ann?" }));
  await user.click(dialog.getByRole("button", { name: "Refuse" }));
  await waitFor(() => expect(refused).toEqual([{ id: "m1" }]));
});
