import { ApiError } from "@/api/errors";
import type { ReceiveEvents, RemotePicture } from "@/media/receive";
import type { Show } from "./api";
import { createSeat } from "./seat";
import { lacking, participant, seated, show, waiting } from "./testing";

const picture: RemotePicture = { attach: () => {}, detach: () => {} };

function setup(taken: Show = seated()) {
  const received: { events: ReceiveEvents; closed: boolean }[] = [];
  const take = vi.fn(async (): Promise<Show> => taken);
  const look = vi.fn(async (): Promise<Show | undefined> => taken);
  const leave = vi.fn(async (): Promise<unknown> => undefined);
  const seat = createSeat({
    take,
    leave,
    look,
    receive: async (_, events) => {
      const one = { events, closed: false };
      received.push(one);
      return {
        close: () => {
          one.closed = true;
        },
      };
    },
  });
  const line = () => {
    const one = received.at(-1);
    if (one === undefined) throw new Error("nothing is received");
    return one;
  };
  return { seat, state: seat.store.getState, take, look, leave, received, line };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const news = {
  conversationId: "c7",
  performerId: "nina",
  type: "group",
  title: "",
  sessionId: "g1",
} as const;

test("a seat in a show that waits costs nothing and shows nothing, until it starts", async () => {
  const { seat, state, take, received, line } = setup(waiting());
  await seat.sit();
  expect([state().phase, state().meter, received.length]).toEqual(["waiting", undefined, 0]);
  take.mockResolvedValue(seated());
  seat.changed({ ...news, status: "live" });
  await settle();
  line().events.onPicture(picture);
  expect([state().phase, state().picture, state().meter?.spent]).toEqual(["in", picture, 10]);
});

test("the start of a show that nobody told is found by asking", async () => {
  const { seat, state, take, look } = setup(waiting());
  await seat.sit();
  take.mockResolvedValue(seated());
  look.mockResolvedValue(lacking(seated(), "play"));
  await seat.refresh();
  expect(state().phase).toBe("in");
});

test("a refusal leaves the door open, with its reason", async () => {
  const { seat, state, take } = setup();
  take.mockRejectedValue(new ApiError(409, "Every seat of this group show is taken."));
  await seat.sit();
  expect([state().phase, seat.said()]).toEqual(["out", "Every seat of this group show is taken."]);
});

test("each minute is counted, and the minutes of the others with it", async () => {
  const { seat, state, look } = setup();
  await seat.sit();
  look.mockResolvedValue(
    seated({
      participants: [participant("tom", 2), participant("ann", 5)],
      meter: { ...seatedMeter(), minutes: 2, spent: 20, secondsLeft: 480 },
    }),
  );
  seat.ticked({
    conversationId: "c7",
    performerId: "nina",
    minutes: 2,
    spent: 20,
    balance: 70,
    secondsLeft: 480,
  });
  expect([state().meter?.minutes, state().meter?.spent]).toEqual([2, 20]);
  await settle();
  expect(state().show?.participants?.map(({ minutes }) => minutes)).toEqual([2, 5]);
  expect(state().show?.play, "the address is kept").toBeTruthy();
});

test("people come and go; what another show says changes nothing", async () => {
  const { seat, state } = setup();
  await seat.sit();
  const names = () => state().show?.participants?.map(({ username }) => username);
  const told = { conversationId: "c7", total: 3, peekers: 0 };
  seat.seated({ ...told, kind: "joined", participant: participant("kit") });
  seat.seated({ ...told, kind: "left", participant: participant("ann") });
  seat.seated({ ...told, conversationId: "other", kind: "left", participant: participant("kit") });
  seat.ended({ conversationId: "other", reason: "performer_left", sessionId: "x" });
  expect([names(), state().phase]).toEqual([["tom", "kit"], "in"]);
});

test("who leaves has left, and nothing is received any more", async () => {
  const { seat, state, leave, line } = setup();
  await seat.sit();
  await settle();
  await seat.stand();
  expect(leave).toHaveBeenCalledOnce();
  expect([state().phase, line().closed]).toEqual(["over", true]);
});

test.each([
  ["the show is gone", undefined],
  ["another show is on", seated({ sessionId: "g2" })],
  ["the seat is lost", lacking(show(), "participants")],
])("an end that nobody told is found by asking: %s", async (_, current) => {
  const { seat, state, look } = setup();
  await seat.sit();
  look.mockResolvedValue(current);
  await seat.refresh();
  expect(state().phase).toBe("over");
});

test("a server that cannot be asked ends nothing", async () => {
  const { seat, state, look } = setup();
  await seat.sit();
  look.mockRejectedValue(new TypeError("Failed to fetch"));
  await seat.refresh();
  expect(state().phase).toBe("in");
});

test("on another device the show goes on there, and can be fetched back", async () => {
  const { seat, state, line, received } = setup();
  await seat.sit();
  await settle();
  line().events.onPicture(picture);
  line().events.onClosed("removed");
  await settle();
  expect([state().phase, state().picture]).toEqual(["elsewhere", undefined]);
  await seat.sit();
  await settle();
  expect([state().phase, received.length]).toEqual(["in", 2]);
});

test("the connection that ends with the show leads to its end", async () => {
  const { seat, state, look, line } = setup();
  await seat.sit();
  await settle();
  look.mockResolvedValue(undefined);
  line().events.onClosed("removed");
  await settle();
  expect(state().phase).toBe("over");
});

function seatedMeter() {
  const { meter } = seated();
  if (meter === undefined) throw new Error("no meter");
  return meter;
}
