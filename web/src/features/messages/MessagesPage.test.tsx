import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import MessagesPage from "./MessagesPage";
import { conversationsAre, line, talk } from "./testing";

const show = (path = paths.messages()) =>
  render(<MessagesPage />, { session: people.tom, path, pages: ["/room/$username"] });
const withNina = paths.messages({ toSource: "performer", toId: "nina" });
const list = () => screen.findByRole("list", { name: "Conversations" });
const names = async () =>
  within(await list())
    .getAllByRole("link")
    .map((link) => link.querySelector("b")?.textContent);

test("conversations are listed with what was last and how much waits", async () => {
  conversationsAre([
    talk("vera", { totalNotSeenMessages: 10_000 }),
    talk("nina", { isOnline: true }),
  ]);
  await show();
  expect(await names()).toEqual(["vera", "nina"]);
  const [vera, nina] = within(await list()).getAllByRole("link");
  expect(vera?.textContent).toContain("9999+ unread messages");
  expect(nina?.textContent).toContain("Hello from nina");
  expect(within(await list()).getAllByRole("img", { name: "Online" })).toHaveLength(1);
});

test("nobody yet, and nobody found, are said", async () => {
  conversationsAre([]);
  const { user } = await show();
  expect(await screen.findByText("No conversations yet")).toBeTruthy();
  await user.type(screen.getByLabelText("Search conversations"), "xy");
  expect(await screen.findByText("Nobody found")).toBeTruthy();
});

test("a list that cannot be loaded says the spec's words, and is asked for again", async () => {
  server.use(http.get("*/api/conversations", () => HttpResponse.json({}, { status: 404 })));
  await show();
  expect(await screen.findByText("Error occured, please try again later")).toBeTruthy();
});

test("a known conversation becomes active, moves to the top and is read, without opening it", async () => {
  const seen = conversationsAre(
    [talk("vera"), talk("nina", { totalNotSeenMessages: 2 })],
    [line(1, "tom"), line(2, "nina"), line(3, "nina")],
  );
  const { user } = await show();
  await user.click(within(await list()).getByRole("link", { name: /nina/ }));
  expect(await screen.findByRole("heading", { name: "nina" })).toBeTruthy();
  expect(await names()).toEqual(["nina", "vera"]);
  await waitFor(() =>
    expect(seen.read[0]).toEqual({ conversationId: "c-nina", recipientId: "tom" }),
  );
  expect(seen.opened).toEqual([]);
});

test("one that is not known is opened by whom it is with", async () => {
  const seen = conversationsAre([talk("nina")]);
  server.use(
    http.get("*/api/conversations", () => HttpResponse.json({ data: { data: [], total: 0 } })),
  );
  await show(withNina);
  expect(await screen.findByRole("heading", { name: "nina" })).toBeTruthy();
  expect(seen.opened).toEqual([{ source: "performer", sourceId: "nina" }]);
});

test("Enter sends a line, Shift and Enter begins another one", async () => {
  const seen = conversationsAre([talk("nina")], [line(1, "nina")]);
  const { user } = await show(withNina);
  const field = await screen.findByLabelText("Message");
  await user.type(field, "good{Shift>}{Enter}{/Shift}evening{Enter}");
  await waitFor(() => expect(seen.said).toHaveLength(1));
  expect(seen.said[0]).toMatchObject({ text: "good\nevening" });
  expect(field).toHaveProperty("value", "");
});

test("whom one has blocked is not written to, until they are let in again", async () => {
  conversationsAre([talk("nina", { isBlocked: true })]);
  let freed = false;
  server.use(
    http.delete("*/api/conversations/c-nina/block", () => {
      freed = true;
      return HttpResponse.json({ data: talk("nina") });
    }),
  );
  const { user } = await show(withNina);
  expect(await screen.findByText("You have blocked nina.")).toBeTruthy();
  expect(screen.queryByLabelText("Message")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Unblock" }));
  await waitFor(() => expect(freed).toBe(true));
});

test("what others may know is chosen, and kept", async () => {
  conversationsAre([]);
  let saved: unknown;
  server.use(
    http.get("*/api/conversations/preferences", () =>
      HttpResponse.json({ data: { readMarks: true, typing: true, presence: true } }),
    ),
    http.put("*/api/conversations/preferences", async ({ request }) => {
      saved = await request.json();
      return HttpResponse.json({ data: saved });
    }),
  );
  const { user } = await show();
  await user.click(screen.getByRole("button", { name: "What others may know" }));
  await user.click(await screen.findByRole("switch", { name: /What I have read/ }));
  await waitFor(() => expect(saved).toEqual({ readMarks: false, typing: true, presence: true }));
});

test("who has not written to her yet reads her welcome, and no longer once something is said", async () => {
  conversationsAre([talk("nina", { lastSeq: 0, lastMessage: "" })]);
  server.use(
    http.get("*/api/performers/nina/view", () =>
      HttpResponse.json({
        data: { _id: "nina", username: "nina", welcomeMessage: "Tell me of you" },
      }),
    ),
  );
  const { user } = await show(withNina);
  expect(await screen.findByText("Tell me of you")).toBeTruthy();
  await user.type(await screen.findByRole("textbox", { name: /essage/ }), "Hello{Enter}");
  await waitFor(() => expect(screen.queryByText("Tell me of you")).toBeNull());
});
