import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import type { Message } from "@/realtime/events";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import MessagesPage from "./MessagesPage";
import { conversationsAre, line, talk } from "./testing";

// Nothing has a height here, so it would draw no line.
vi.mock("virtua", () => ({ Virtualizer: ({ children }: { children: ReactNode }) => children }));

const thread = () => within(screen.getByRole("log"));

/** Tom, who has 100 tokens, in his conversation with somebody. */
async function open(name: string, messagePrice: number, lines: Message[] = []) {
  const first = line(1, name, { conversationId: `c-${name}` });
  const seen = conversationsAre([talk(name, { messagePrice })], [first, ...lines]);
  const path = paths.messages({ toSource: "performer", toId: name });
  const session = { ...people.tom, balance: 100 };
  const page = await render(<MessagesPage />, { session, path, pages: ["/room/$username"] });
  await screen.findByText("line 1");
  return { ...page, said: seen.said };
}

test("a message that costs something says so before, and is sent with the price that was shown", async () => {
  const page = await open("ada", 3);
  expect(screen.getByText("3 tokens a message")).toBeTruthy();
  await page.user.type(screen.getByLabelText("Message"), "for three{Enter}");
  await waitFor(() => expect(page.said).toHaveLength(1));
  expect(page.said[0]).toMatchObject({ text: "for three", price: 3 });
});

test("who has too little keeps the text, and sends nothing", async () => {
  const page = await open("bea", 101);
  const field = screen.getByLabelText("Message");
  await page.user.type(field, "too dear{Enter}");
  expect(field).toHaveProperty("value", "too dear");
  expect(screen.getByRole("button", { name: "Send message" })).toHaveProperty("disabled", true);
  expect(page.said).toEqual([]);
});

test("another price by now is asked about: the next press agrees with it", async () => {
  const page = await open("cia", 3);
  const prices: unknown[] = [];
  server.use(
    http.post("*/api/messages/conversations/:id", async ({ request }) => {
      const { price, clientId, text } = Object(await request.json());
      prices.push(price);
      const changed = {
        statusCode: 409,
        message: "The price has changed.",
        error: "price_changed",
      };
      if (price !== 5) return HttpResponse.json({ ...changed, price: 5 }, { status: 409 });
      const said = { conversationId: "c-cia", clientId, text, token: 5 };
      return HttpResponse.json({ data: { ...line(9, "tom", said), balance: 95 } });
    }),
  );
  await page.user.type(screen.getByLabelText("Message"), "hello{Enter}");
  expect((await thread().findByRole("alert")).textContent).toContain("The price has changed.");
  expect(await screen.findByText("5 tokens a message")).toBeTruthy();
  await page.user.click(thread().getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(thread().queryByRole("alert")).toBeNull());
  expect(prices).toEqual([3, 5]);
});

test("a locked photo is opened by one question, once", async () => {
  const shape = { width: 800, height: 600, blurhash: "", colour: "#123456", price: 25 };
  const sold = { conversationId: "c-dia", type: "photo", text: "" } as const;
  const locked = line(2, "dia", { ...sold, photo: { ...shape, locked: true, blur: "/b.webp" } });
  const page = await open("dia", 0, [locked]);
  const keys = new Set<string | null>();
  const opened = { ...shape, card: "/c.webp", page: "/p.webp", full: "/f.webp" };
  server.use(
    http.post("*/api/messages/photos/m000002/unlock", async ({ request }) => {
      keys.add(request.headers.get("Idempotency-Key"));
      expect(await request.json()).toEqual({ price: 25 });
      return HttpResponse.json({
        data: { ...line(2, "dia", { ...sold, photo: opened }), balance: 75 },
      });
    }),
  );
  await page.user.click(thread().getByRole("button", { name: /Open for 25 tokens/ }));
  const question = within(await screen.findByRole("dialog", { name: "Open the photo of dia?" }));
  expect(question.getByText("It stays yours. You have 100 tokens.")).toBeTruthy();
  await page.user.dblClick(question.getByRole("button", { name: "Open for 25 tokens" }));
  expect(
    await thread().findByRole("button", { name: /^Open the photo of dia/, hidden: true }),
  ).toBeTruthy();
  expect(keys.size).toBe(1);
});
