import { ApiError } from "@/api/errors";
import { createCamera } from "@/media/camera";
import { rememberedChoice } from "@/media/choice";
import { fakeDevices, fakeEngine } from "@/media/testing";
import type { Show, Start } from "./api";
import { createOwnGroup } from "./own";
import { lacking, participant, show } from "./testing";

const address = { url: "wss://stage", token: "t" };
const publish = { webrtc: address, whip: address };

function setup(started: Show = show({ publish, status: "starting", participants: [] })) {
  const engine = fakeEngine();
  const world = fakeDevices();
  const camera = createCamera({
    devices: world.devices,
    choice: rememberedChoice(),
    remember: () => {},
  });
  const start = vi.fn(async (_: Partial<Start>): Promise<Show> => started);
  const current = vi.fn(async (): Promise<Show | undefined> => undefined);
  const end = vi.fn(async (): Promise<unknown> => undefined);
  const own = createOwnGroup({ camera, start, current, end, publish: engine.publish });
  return { own, state: own.store.getState, start, current, end, engine, asked: world.asked };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const news = {
  conversationId: "c7",
  performerId: "nina",
  type: "group",
  title: "",
  sessionId: "g1",
} as const;
const names = (open: Show | undefined) => open?.participants?.map(({ username }) => username);

test("she starts it, sends, and sees it begin when enough members have come", async () => {
  const { own, state, start, engine } = setup();
  const wish = { title: "Three at the piano", minParticipants: 2, maxParticipants: 3 };
  await own.begin(wish);
  await settle();
  expect(start).toHaveBeenCalledWith(wish);
  expect([state().phase, state().line, engine.sent.length]).toEqual(["on", "on", 1]);
  const told = { conversationId: "c7", total: 1, peekers: 0 };
  own.seated({ ...told, kind: "joined", participant: participant("tom", 0) });
  own.seated({ ...told, kind: "joined", participant: participant("ann", 0) });
  own.changed({ ...news, status: "live" });
  expect([state().show?.status, names(state().show)]).toEqual(["live", ["tom", "ann"]]);
});

test("a refusal is told, and the form stays", async () => {
  const { own, state, start } = setup();
  start.mockRejectedValue(new ApiError(409, "You are in another show."));
  await own.begin({});
  expect([state().phase, state().problem]).toEqual(["setup", "You are in another show."]);
});

test("what everybody has paid for is asked for, and the way to send is kept", async () => {
  const { own, state, current } = setup(show({ publish }));
  await own.begin({});
  current.mockResolvedValue(show({ participants: [participant("tom", 4)] }));
  await own.refresh();
  expect(state().show?.participants).toEqual([participant("tom", 4)]);
  expect(state().show?.publish).toEqual(publish);
  current.mockResolvedValue(lacking(show(), "participants")); // the last one has left
  await own.refresh();
  expect(state().show?.participants).toEqual([]);
});

test("after a reload the open show is resumed with a camera that is opened anew", async () => {
  const { own, state, current, engine, asked } = setup(show({ publish }));
  current.mockResolvedValue(show());
  await own.look();
  expect([state().phase, state().show?.sessionId, engine.sent.length]).toEqual(["setup", "g1", 0]);
  expect(asked).toEqual([]);
  await own.begin({});
  await settle();
  expect([state().phase, engine.sent.length, asked.length]).toEqual(["on", 1, 1]);
});

test.each(["she ends it", "it is told", "it is found"])("the end: %s", async (how) => {
  const { own, state, current, end, engine } = setup(show({ publish }));
  await own.begin({});
  await settle();
  if (how === "she ends it") await own.stop();
  else if (how === "it is told") own.changed({ ...news, status: "ended" });
  else await own.refresh();
  expect([state().phase, state().show?.sessionId]).toEqual(["over", "g1"]);
  expect(engine.sent.map(({ closed }) => closed)).toEqual([true]);
  expect(end).toHaveBeenCalledTimes(how === "she ends it" ? 1 : 0);
  expect(current).toHaveBeenCalledTimes(how === "it is found" ? 1 : 0);
});

test("moved to another device, this one offers to fetch it back", async () => {
  const { own, state, current, engine } = setup(show({ publish }));
  await own.begin({});
  await settle();
  current.mockResolvedValue(show());
  engine.sent[0]?.events.onEnded("removed");
  await settle();
  expect([state().phase, state().show?.sessionId, state().line]).toEqual(["setup", "g1", "off"]);
});

test("a show that cannot be asked about is not over: that it is unknown is said until it is known", async () => {
  const { own, state, current, engine } = setup(show({ publish }));
  await own.begin({});
  await settle();
  current.mockRejectedValueOnce(new Error("broken"));
  engine.sent[0]?.events.onEnded("removed");
  await settle();
  expect([state().phase, state().isUnknown]).toEqual(["on", true]);
  await own.look();
  expect([state().phase, state().isUnknown]).toEqual(["over", false]);
});
