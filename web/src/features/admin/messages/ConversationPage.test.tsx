import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ConversationPage from "./ConversationPage";

const nina = { _id: "p1", username: "nina", avatar: "", role: "performer" };
const line = (id: string, further: object = {}) => ({
  ...{ _id: id, conversationId: "c1", type: "text", text: `line ${id}`, isDeleted: false },
  ...{ createdAt: "2026-11-20T12:00:00Z", senderInfo: nina },
  ...further,
});
const photo = {
  ...{ width: 800, height: 600, blurhash: "", colour: "#123456" },
  ...{ card: "/c.webp", page: "/p.webp", full: "/f.webp", price: 25 },
};

async function open(list: object[]) {
  const deleted: object[] = [];
  server.use(
    http.get("*/api/messages/conversations/:id", () =>
      HttpResponse.json({ data: { data: list, total: list.length } }),
    ),
    http.delete("*/api/messages/:id", ({ request, params }) => {
      const reason = new URL(request.url).searchParams.get("reason");
      deleted.push({ id: params.id, ...(reason !== null && { reason }) });
      return HttpResponse.json({ data: { ok: true } });
    }),
  );
  const page = await render(<ConversationPage />, {
    session: people.ada,
    path: "/admin/messages/c1",
    route: "/admin/messages/$id",
  });
  const ask = async (at: number) => {
    const buttons = await screen.findAllByRole("button", { name: "Delete the message of nina" });
    const [button] = buttons.slice(at);
    if (!button) throw new Error(`no message ${at}`);
    await page.user.click(button);
    return within(await screen.findByRole("dialog", { name: "Delete the message of nina?" }));
  };
  return { ...page, deleted, ask };
}

test("staff see what was said, tipped and shown, and delete a line after a question", async () => {
  const { user, deleted, ask } = await open([
    line("m1"),
    line("m2", { type: "tip", text: "for you", token: 30 }),
    line("m3", { isDeleted: true, text: "This message was deleted" }),
    line("m4", { isHeld: true }),
  ]);
  expect(await screen.findByText("A tip of 30 tokens")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Delete the message of nina" })).toHaveLength(2);
  const dialog = await ask(1); // the newest is last
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(deleted).toEqual([{ id: "m1" }]));
});

test("a photo that is sold is deleted for a reason alone", async () => {
  const { user, deleted, ask } = await open([line("m1", { type: "photo", text: "", photo })]);
  expect((await screen.findByAltText("Photo of nina")).getAttribute("src")).toBe("/c.webp");
  expect(screen.getByText("Sold for 25 tokens")).toBeTruthy();
  const dialog = await ask(0);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await dialog.findByText("This field is required!")).toBeTruthy();
  expect(deleted).toEqual([]);
  await user.type(dialog.getByLabelText(/^Reason/), "Somebody else is to be seen");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(deleted).toEqual([{ id: "m1", reason: "Somebody else is to be seen" }]),
  );
});
