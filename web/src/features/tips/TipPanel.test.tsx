import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { type Session, sessionKeys } from "@/session/api";
import type { PublicSettings } from "@/settings/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { tipAmounts } from "./amounts";
import { TipPanel } from "./TipPanel";

const path = "*/api/member/send-tip-token/:id";

const receipt = (balance: number) =>
  HttpResponse.json({
    data: {
      _id: "t1",
      type: "tip",
      originalPrice: 25,
      token: 25,
      performerId: "nina",
      createdAt: "2026-11-02T12:00:00Z",
      balance,
    },
  });

function show(session: Session | null, settings: Partial<PublicSettings> = {}, onSent = vi.fn()) {
  const nina = { _id: "nina", name: "Nina Vale" };
  const panel = <TipPanel performer={nina} conversationId="c1" topUp="/tokens" onSent={onSent} />;
  return render(panel, {
    session,
    settings,
    path: "/room/nina",
    pages: ["/auth/login/user", "/auth/register/user", "/tokens"],
  });
}

const menuPath = "*/api/tip-menu/search";
const wishes = [
  { _id: "m1", label: "Sing <b>a song</b>", token: 40 },
  { _id: "m2", label: "Wave", token: 3 },
];
const menuOf = (data: typeof wishes) =>
  http.get(menuPath, () => HttpResponse.json({ data: { data, total: data.length } }));

beforeEach(() => server.use(menuOf([])));

test("what is on the menu is tipped at its price, and its words are text", async () => {
  let sent: unknown;
  server.use(
    menuOf(wishes),
    http.post(path, async ({ request }) => {
      sent = await request.json();
      return receipt(97);
    }),
  );
  const { user } = await show(people.tom);
  await user.click(await screen.findByRole("tab", { name: "Menu" }));
  expect(screen.getByText("Sing <b>a song</b>")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send 40 tokens" })).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Wave, 3 tokens" }));
  await user.click(screen.getByRole("button", { name: "Send 3 tokens" }));
  await vi.waitFor(() =>
    expect(sent).toEqual({ token: 3, menuItemId: "m2", conversationId: "c1" }),
  );
  await user.click(screen.getByRole("tab", { name: "Amount" }));
  expect(screen.getByRole("button", { name: "Send 25 tokens" })).toBeTruthy();
});

test("a menu that has changed meanwhile is read again, and nothing else is paid", async () => {
  server.use(
    menuOf(wishes),
    http.post(path, () => {
      server.use(menuOf([{ _id: "m1", label: "Sing", token: 60 }]));
      return HttpResponse.json(
        { statusCode: 409, message: "Sing costs 60 tokens now.", error: "menu_changed" },
        { status: 409 },
      );
    }),
  );
  const { user } = await show(people.tom);
  await user.click(await screen.findByRole("tab", { name: "Menu" }));
  await user.click(screen.getByRole("button", { name: "Send 40 tokens" }));
  expect(await screen.findByText("Sing costs 60 tokens now.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Send 60 tokens" })).toBeTruthy();
});

test("without a menu there are no tabs", async () => {
  await show(people.tom);
  expect(screen.queryByRole("tab")).toBeNull();
});

test("the amounts are 15 to 50 in steps of 5, unless configured", () => {
  const usual = { tipLeast: 15, tipMost: 50, tipStep: 5 };
  expect(tipAmounts(usual)).toEqual([15, 20, 25, 30, 35, 40, 45, 50]);
  expect(tipAmounts({ tipLeast: 10, tipMost: 35, tipStep: 10 })).toEqual([10, 20, 30]);
});

test("a tip is sent with its room, note and a key of its own, and the balance follows", async () => {
  const calls: unknown[] = [];
  const keys: (string | null)[] = [];
  server.use(
    http.post(path, async ({ request, params }) => {
      calls.push([params.id, await request.json()]);
      keys.push(request.headers.get("Idempotency-Key"));
      return receipt(65);
    }),
  );
  const onSent = vi.fn();
  const { user, queries } = await show(people.tom, {}, onSent);
  expect(screen.getByText("100")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "35 tokens" }));
  await user.click(screen.getByRole("button", { name: "Add a note or stay anonymous" }));
  await user.type(screen.getByLabelText("Note"), "for the encore");
  await user.click(screen.getByRole("switch", { name: "Stay anonymous in the room" }));
  await user.click(screen.getByRole("button", { name: "Send 35 tokens" }));

  await vi.waitFor(() => expect(onSent).toHaveBeenCalledWith(35));
  const body = { token: 35, conversationId: "c1", note: "for the encore", anonymous: true };
  expect(calls).toEqual([["nina", body]]);
  expect(queries.getQueryData<Session>(sessionKeys.me)?.balance).toBe(65);
  expect(await screen.findByText("You have tipped Nina Vale 35 tokens.")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Send 35 tokens" }));
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[0]).not.toBe(keys[1]);
});

test("an answer that is lost is asked for again with the same key", async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post(path, ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return keys.length === 1 ? HttpResponse.error() : receipt(75);
    }),
  );
  const onSent = vi.fn();
  const { user } = await show(people.tom, {}, onSent);
  await user.click(screen.getByRole("button", { name: "Send 25 tokens" }));
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledWith(25));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("who has too little sees what is missing and where to get it", async () => {
  const { user } = await show({ ...people.tom, balance: 20 });
  expect(screen.getByRole("alert").textContent).toContain("You are 5 tokens short.");
  expect(screen.getByRole("button", { name: "Send 25 tokens" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("link", { name: "Get tokens" }).getAttribute("href")).toBe("/tokens");
  await user.click(screen.getByRole("radio", { name: "20 tokens" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the server's word on the balance counts", async () => {
  server.use(
    http.post(path, () =>
      HttpResponse.json(
        { statusCode: 409, message: "No.", error: "insufficient_balance", missing: 10 },
        { status: 409 },
      ),
    ),
  );
  const { user } = await show(people.tom);
  await user.click(screen.getByRole("button", { name: "Send 25 tokens" }));
  expect((await screen.findByRole("alert")).textContent).toContain("You are 10 tokens short.");
});

test("a refusal is said at the button and keeps what was chosen", async () => {
  const message = "This performer does not exist.";
  server.use(
    http.post(path, () => HttpResponse.json({ statusCode: 404, message }, { status: 404 })),
  );
  const { user } = await show(people.tom);
  await user.click(screen.getByRole("radio", { name: "40 tokens" }));
  await user.click(screen.getByRole("button", { name: "Send 40 tokens" }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(screen.getByRole("button", { name: "Send 40 tokens" })).toBeTruthy();
});

test("a guest is asked to log in, and nothing is sent", async () => {
  const { user } = await show(null);
  await user.click(screen.getByRole("button", { name: "Send 25 tokens" }));
  const login = screen.getByRole("link", { name: "Log in" });
  expect(login.getAttribute("href")).toBe("/auth/login/user?next=%2Froom%2Fnina");
});

test("arrows choose the amount", async () => {
  const { user } = await show(people.tom);
  screen.getByRole("radio", { name: "25 tokens" }).focus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("button", { name: "Send 30 tokens" })).toBeTruthy();
});

test("what costs more than the member wants to spend by one press is asked once more", async () => {
  const sent: unknown[] = [];
  server.use(
    menuOf(wishes),
    http.post(path, async ({ request }) => {
      sent.push(await request.json());
      return receipt(60);
    }),
  );
  const { user } = await show({ ...people.tom, confirmAbove: 39 });
  await user.click(await screen.findByRole("tab", { name: "Menu" }));
  await user.click(screen.getByRole("button", { name: "Send 40 tokens" }));
  const question = await screen.findByRole("dialog", { name: /Spend 40 tokens for/ });
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Send 40 tokens" }));
  await user.click(await screen.findByRole("button", { name: "Spend 40 tokens" }));
  await vi.waitFor(() => expect(sent).toEqual([expect.objectContaining({ token: 40 })]));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("nothing is asked up to the amount, nor by a member who wants it never", async () => {
  let sent = 0;
  server.use(
    menuOf(wishes),
    http.post(path, () => {
      sent++;
      return receipt(60);
    }),
  );
  const { user, unmount } = await show({ ...people.tom, confirmAbove: 40 });
  await user.click(await screen.findByRole("tab", { name: "Menu" }));
  await user.click(screen.getByRole("button", { name: "Send 40 tokens" }));
  await vi.waitFor(() => expect(sent).toBe(1));
  unmount();
  const never = await show({ ...people.tom, confirmAbove: 0 });
  await never.user.click(await screen.findByRole("tab", { name: "Menu" }));
  await never.user.click(screen.getByRole("button", { name: "Send 40 tokens" }));
  await vi.waitFor(() => expect(sent).toBe(2));
});
