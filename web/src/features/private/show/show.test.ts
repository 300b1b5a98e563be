import { ApiError } from "@/api/errors";
import { createCamera } from "@/media/camera";
import { rememberedChoice } from "@/media/choice";
import type { ReceiveEvents, RemotePicture } from "@/media/receive";
import { fakeDevices, fakeEngine } from "@/media/testing";
import type { Show } from "../api";
import { memberShow, performerShow, show as plainShow } from "../testing";
import { createPrivateShow } from "./show";

const picture: RemotePicture = { attach: () => {}, detach: () => {} };

function setup(joined: Show = memberShow()) {
  const engine = fakeEngine();
  const world = fakeDevices();
  const camera = createCamera({
    devices: world.devices,
    choice: rememberedChoice(),
    remember: () => {},
  });
  const received: { events: ReceiveEvents; closed: boolean }[] = [];
  const join = vi.fn(async (_: boolean): Promise<Show> => joined);
  const look = vi.fn(async (_: string): Promise<Show | undefined> => joined);
  const show = createPrivateShow({
    camera,
    join,
    look,
    publish: engine.publish,
    receive: async (_, events) => {
      const one = { events, closed: false };
      received.push(one);
      return {
        close: () => {
          one.closed = true;
        },
      };
    },
    now: Date.now,
  });
  const state = show.store.getState;
  const line = () => {
    const one = received.at(-1);
    if (one === undefined) throw new Error("nothing is received");
    return one;
  };
  return { show, state, join, look, engine, line, received, asked: world.asked };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

test("a member without a camera only watches; no device is asked for", async () => {
  const { show, state, engine, line, asked } = setup();
  await show.enter();
  await settle();
  line().events.onPicture(picture);
  expect([state().scene, state().picture]).toEqual(["on", picture]);
  expect(engine.sent).toEqual([]);
  expect(asked).toEqual([]);
});

test("who agreed to the voice alone opens no camera", async () => {
  const address = { url: "wss://stage", token: "m" };
  const voice = { webrtc: address, whip: address, sources: ["microphone" as const] };
  const { show, engine, asked } = setup(memberShow({ camera: "audio", publish: voice }));
  await show.enter();
  await vi.waitFor(() => expect(engine.sent).toHaveLength(1));
  expect(asked.map(({ video, audio }) => [video !== undefined, audio !== undefined])).toEqual([
    [false, true],
  ]);
});

test("a performer whose program publishes sends nothing from here", async () => {
  const { show, state, engine } = setup(plainShow());
  await show.enter();
  await settle();
  expect([state().scene, engine.sent.length]).toEqual(["on", 0]);
});

test("a performer sends from here, and can move the sending here", async () => {
  const { show, engine, join } = setup(performerShow());
  await show.enter(true);
  await vi.waitFor(() => expect(engine.sent).toHaveLength(1));
  expect(join).toHaveBeenCalledWith(true);
});

test("a connection that the server ended means: over, or moved to another device", async () => {
  const over = setup();
  await over.show.enter();
  await settle();
  over.look.mockResolvedValue(undefined);
  over.line().events.onClosed("removed");
  await vi.waitFor(() => expect(over.state().scene).toBe("over"));

  const moved = setup();
  await moved.show.enter();
  await settle();
  moved.line().events.onClosed("removed");
  await vi.waitFor(() => expect(moved.state().scene).toBe("elsewhere"));
  expect(moved.join).toHaveBeenCalledTimes(1);
  await moved.show.enter();
  expect(moved.state().scene).toBe("on");
});

test("the word of the end closes what is open at once", async () => {
  const { show, state, line } = setup();
  await show.enter();
  await settle();
  line().events.onPicture(picture);
  show.changed("ended");
  expect([state().scene, state().picture, line().closed]).toEqual(["over", undefined, true]);
});

test("a request that is accepted becomes the show", async () => {
  const { show, state, join } = setup(plainShow({ status: "pending" }));
  await show.enter();
  expect(state().scene).toBe("pending");
  join.mockResolvedValue(memberShow());
  show.changed("starting");
  await vi.waitFor(() => expect(state().scene).toBe("on"));
});

test("somebody else's address is no show; a server out of reach can be tried again", async () => {
  const { show, state, join } = setup();
  join.mockRejectedValueOnce(new ApiError(404, "There is no such private show."));
  await show.enter();
  expect(state().scene).toBe("missing");
  join.mockRejectedValueOnce(new ApiError(0, "unreachable"));
  await show.enter();
  expect(state().scene).toBe("failed");
  await show.enter();
  expect(state().scene).toBe("on");
});

test("a loss counts from the server's instant, and is forgotten when the picture is back", async () => {
  const lostAt = "2026-11-02T12:00:05.000Z";
  const { show, state, look } = setup(memberShow({ status: "paused", lostAt }));
  await show.enter();
  expect(state().waitsSince).toBe(Date.parse(lostAt));
  look.mockResolvedValue(memberShow());
  show.changed("live");
  await settle();
  expect(state().waitsSince).toBeUndefined();
});

test("the meter's report replaces its figures", async () => {
  const { show, state } = setup();
  await show.enter();
  show.metered({ minutes: 3, spent: 90, secondsLeft: 55 });
  expect(state().show?.meter).toMatchObject({ minutes: 3, spent: 90, secondsLeft: 55, price: 30 });
});
