import { createCamera } from "@/media/camera";
import { rememberedChoice } from "@/media/choice";
import { fakeDevices, fakeEngine } from "@/media/testing";
import { createBroadcast } from "./broadcast";
import { show } from "./testing";

export const noon = Date.parse("2026-11-02T12:00:00Z");

/** Nina at her desk: devices that work, an engine and a server that the test plays. */
export function setup() {
  const engine = fakeEngine();
  const camera = createCamera({
    devices: fakeDevices().devices,
    choice: rememberedChoice(),
    remember: () => {},
  });
  const server = {
    goLive: vi.fn(async (_: { title: string; takeover: boolean }) => show()),
    openShow: vi.fn(async (): Promise<ReturnType<typeof show> | undefined> => undefined),
    stopShow: vi.fn(async () => ({})),
    earned: vi.fn(async () => ({ tips: 2, gross: 50, net: 40, since: null })),
    remember: vi.fn(),
  };
  let now = noon;
  const broadcast = createBroadcast({ camera, ...server, publish: engine.publish, now: () => now });
  const leave = broadcast.enter();
  const state = broadcast.store.getState;
  return {
    broadcast,
    camera,
    server,
    engine,
    leave,
    state,
    phase: () => state().phase.name,
    pass: (ms: number) => {
      now += ms;
    },
    stage: () => {
      const last = engine.sent.at(-1);
      if (last === undefined) throw new Error("nothing was sent");
      return last;
    },
  };
}

/** She has gone live. */
export async function live() {
  const world = setup();
  await world.broadcast.check();
  await world.broadcast.start("Piano");
  world.server.openShow.mockResolvedValue(show({ status: "live" }));
  return world;
}
