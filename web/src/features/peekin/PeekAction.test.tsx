import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReceiveEvents } from "@/media/receive";
import type { Session } from "@/session/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { PeekAction } from "./PeekAction";
import { look, offer } from "./testing";

const engine = vi.hoisted(() => ({ receive: vi.fn() }));
vi.mock("@/media/receiveLazily", () => ({ receiveLazily: engine.receive }));

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});

type Scene = { who?: Session | null; price?: () => Response; paid?: () => Response };

const answer = (data: unknown) => HttpResponse.json({ data });
const refuse = (message: string, more = {}) =>
  HttpResponse.json({ statusCode: 409, message, ...more }, { status: 409 });

async function open({ who = people.tom, price, paid }: Scene = {}) {
  const heard: ReceiveEvents[] = [];
  engine.receive.mockImplementation(async (_: unknown, events: ReceiveEvents) => {
    heard.push(events);
    return { close: () => {} };
  });
  const bought: unknown[] = [];
  server.use(
    http.post("*/api/streaming/peek-in/nina", price ?? (() => answer(offer()))),
    http.post("*/api/member/peek-in/p1", async ({ request }) => {
      bought.push(await request.json());
      return paid ? paid() : answer(look());
    }),
    http.post("*/api/streaming/peek-in/p1/leave", () => answer({ success: true })),
  );
  const page = await render(
    <PeekAction
      performer={{ _id: "nina", name: "Nina Vale" }}
      look="button"
      offered
      topUp="/tokens"
    />,
    { session: who, pages: ["/tokens"] },
  );
  return { ...page, heard, bought };
}

const looksIn = (user: Awaited<ReturnType<typeof open>>["user"]) =>
  user.click(screen.getByRole("button", { name: "Look in" }));

test("a guest is asked to log in; a performer is offered nothing", async () => {
  const { user, unmount } = await open({ who: null });
  await looksIn(user);
  expect(await screen.findByText("Log in to look into the show of Nina Vale.")).toBeTruthy();
  unmount();
  await open({ who: people.nina });
  expect(screen.queryByRole("button", { name: "Look in" })).toBeNull();
});

test("the price, the window and the balance are read before a token moves", async () => {
  const { user, bought } = await open();
  await looksIn(user);
  expect(
    await screen.findByText(/^You see and hear the show for 40 seconds, without the chat/),
  ).toBeTruthy();
  expect(screen.getByText("You have 100 tokens.")).toBeTruthy();
  expect(bought).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Look in for 10 tokens" }));
  expect(
    await screen.findByLabelText("Live video of Nina Vale", { selector: "video" }),
  ).toBeTruthy();
  expect(bought).toEqual([{ renew: false }]);
  expect(screen.getByRole("timer").textContent).toMatch(/^0:(40|39)$/);
});

test("a look that goes on is bought as such", async () => {
  const { user, bought } = await open();
  await looksIn(user);
  await user.click(await screen.findByRole("switch", { name: /Keep looking until I leave/ }));
  await user.click(screen.getByRole("button", { name: "Look in for 10 tokens" }));
  await screen.findByRole("timer");
  expect(bought).toEqual([{ renew: true }]);
});

test("a show that nobody may look into says so", async () => {
  const { user } = await open({ price: () => refuse("Nobody may look into this show.") });
  await looksIn(user);
  expect((await screen.findByRole("alert")).textContent).toBe("Nobody may look into this show.");
});

test("a balance that is too small says what is missing, and where there is more", async () => {
  const { user } = await open({
    paid: () =>
      refuse("Your balance is not enough.", { error: "insufficient_balance", missing: 7 }),
  });
  await looksIn(user);
  await user.click(await screen.findByRole("button", { name: "Look in for 10 tokens" }));
  expect(
    await screen.findByText(/Your balance is not enough\..*7 tokens are missing\./),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "Get tokens" }).getAttribute("href")).toBe("/tokens");
});

test("the end of the window takes the picture away, and offers another", async () => {
  const { user } = await open();
  await looksIn(user);
  await user.click(await screen.findByRole("button", { name: "Look in for 10 tokens" }));
  await screen.findByRole("timer");
  act(() => wire.say("peek-in/ended", { performerId: "another", reason: "window_over" }));
  expect(screen.getByRole("timer")).toBeTruthy();
  act(() => wire.say("peek-in/ended", { performerId: "nina", reason: "window_over" }));
  expect(await screen.findByText("Your look is over.")).toBeTruthy();
  expect(screen.queryByLabelText("Live video of Nina Vale", { selector: "video" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Look again" }));
  expect(await screen.findByRole("button", { name: "Look in for 10 tokens" })).toBeTruthy();
});

test("a look that the end of the show cut short says that the rest was given back", async () => {
  const { user, heard } = await open();
  await looksIn(user);
  await user.click(await screen.findByRole("button", { name: "Look in for 10 tokens" }));
  await screen.findByRole("timer");
  act(() => heard[0]?.onClosed("removed")); // the picture goes before the word comes
  expect(await screen.findByText("Your look is over.")).toBeTruthy();
  act(() => wire.say("peek-in/ended", { performerId: "nina", reason: "performer_left" }));
  expect(
    await screen.findByText("Your look is over. What was not used of it was given back."),
  ).toBeTruthy();
});

test.each([
  [undefined, "Your look is over: your tokens do not last for another one."],
  ["limit_reached", "Your look is over. You have reached the spending limit that you set."],
  ["cool_off", "Your look is over. You have paused your spending."],
] as const)("a look that could not be paid on says why (%s)", async (refused, words) => {
  const { user } = await open();
  const told = { showId: "s1", type: "peekIn", reason: "balance_exhausted" };
  server.use(http.get("*/api/streaming/shows/s1/receipt", () => answer({ ...told, refused })));
  await looksIn(user);
  await user.click(await screen.findByRole("button", { name: "Look in for 10 tokens" }));
  await screen.findByRole("timer");
  act(() => wire.say("peek-in/ended", { performerId: "nina", reason: "balance_exhausted" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("a camera that is off is told to who looks in", async () => {
  const { user, heard } = await open();
  await looksIn(user);
  await user.click(await screen.findByRole("button", { name: "Look in for 10 tokens" }));
  await screen.findByRole("timer");
  act(() => heard[0]?.onCameraOff(true));
  expect(await screen.findByText("Nina Vale's camera is off")).toBeTruthy();
});
