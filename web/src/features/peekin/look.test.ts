import { ApiError } from "@/api/errors";
import type { ReceiveEvents } from "@/media/receive";
import type { Look, Offer } from "./api";
import { createLook } from "./look";
import { look as bought, offer } from "./testing";

function setup() {
  let keys = 0;
  const received: { events: ReceiveEvents; closed: boolean }[] = [];
  const ask = vi.fn(async (): Promise<Offer> => offer());
  const buy = vi.fn(async (_id: string, _renew: boolean, _key: string): Promise<Look> => bought());
  const leave = vi.fn(async (_: string): Promise<unknown> => undefined);
  const look = createLook({
    ask,
    buy,
    leave,
    receive: async (_, events) => {
      const one = { events, closed: false };
      received.push(one);
      return {
        close: () => {
          one.closed = true;
        },
      };
    },
    newKey: () => `key ${++keys}`,
    now: () => 1_000_000,
  });
  return { look, state: look.store.getState, ask, buy, leave, received };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

async function looking(renew = false) {
  const all = setup();
  await all.look.start();
  await all.look.pay(renew);
  await settle();
  return all;
}

test("the price is shown before anything is paid", async () => {
  const { look, state, buy } = setup();
  await look.start();
  expect([state().phase, state().offer?.price]).toEqual(["offered", 10]);
  expect(buy).not.toHaveBeenCalled();
});

test("a show that nobody may look into is refused at once", async () => {
  const { look, state, ask } = setup();
  ask.mockRejectedValue(new ApiError(409, "Nobody may look into this show."));
  await look.start();
  expect(state().phase).toBe("refused");
});

test("one look is one window, counted down to its end", async () => {
  const { state, received, buy } = await looking();
  expect(buy).toHaveBeenCalledWith("p1", false, expect.any(String));
  expect([state().phase, state().endsAt, received.length]).toEqual(["looking", 1_040_000, 1]);
});

test("a press that got no answer is sent again under the same key", async () => {
  const { look, state, buy } = setup();
  await look.start();
  buy.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await look.pay(false);
  expect(state().phase).toBe("offered");
  await look.pay(false);
  const [first, second] = buy.mock.calls.map(([, , key]) => key);
  expect(second).toBe(first);
  expect(state().phase).toBe("looking");
});

test("looking again is another offer under another key", async () => {
  const { look, buy } = await looking();
  look.over();
  await look.start();
  await look.pay(false);
  const [first, second] = buy.mock.calls.map(([, , key]) => key);
  expect(second).not.toBe(first);
});

test("the end takes the picture away, whoever says so first", async () => {
  for (const end of ["told", "removed"]) {
    const { look, state, received } = await looking();
    received[0]?.events.onPicture({ attach: () => {}, detach: () => {} });
    if (end === "told") look.over();
    else received[0]?.events.onClosed("removed");
    await settle();
    expect([state().phase, state().picture, received[0]?.closed], end).toEqual([
      "over",
      undefined,
      true,
    ]);
  }
});

test("only a look that goes on by itself gets more time from the meter", async () => {
  const once = await looking(false);
  once.look.ticked(400);
  expect(once.state().endsAt).toBe(1_040_000);
  const on = await looking(true);
  on.look.ticked(400); // what the balance lasts for; the window is forty
  expect(on.state().endsAt).toBe(1_040_000);
  on.look.ticked(25);
  expect(on.state().endsAt).toBe(1_025_000);
});

test("who closes the sheet while looking leaves; who only read the price does not", async () => {
  const on = await looking();
  on.look.close();
  expect(on.leave).toHaveBeenCalledWith("p1");
  const { look, leave } = setup();
  await look.start();
  look.close();
  expect(leave).not.toHaveBeenCalled();
});
