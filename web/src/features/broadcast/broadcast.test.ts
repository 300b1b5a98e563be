import { ApiError } from "@/api/errors";
import { show } from "./testing";
import { live, noon, setup } from "./testingDesk";

const alreadyLive = new ApiError(409, "You are already live.", { code: "already_live" });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("going live opens the show and sends to where the server says", async () => {
  const { server, stage, phase, state } = await live();
  expect(server.goLive).toHaveBeenCalledWith({ title: "Piano", takeover: false });
  expect(stage().url).toBe("wss://stage");
  expect(phase()).toBe("live");
  expect(state().show?.startedAt).toBe("2026-11-02T12:00:00.000Z");
});

test("a second device is asked before it takes over", async () => {
  const { broadcast, server, phase, state } = setup();
  await broadcast.check();
  server.goLive.mockRejectedValueOnce(alreadyLive);
  await broadcast.start("Piano");
  expect(phase()).toBe("ready");
  expect(state().refusal?.isElsewhere).toBe(true);
  await broadcast.start("Piano", true);
  expect(server.goLive).toHaveBeenLastCalledWith({ title: "Piano", takeover: true });
  expect(phase()).toBe("live");
});

test("an engine that cannot be reached leads back to the check, with the reason", async () => {
  const { broadcast, engine, phase, state } = setup();
  await broadcast.check();
  engine.refusal = new Error("No way to the media server.");
  await broadcast.start("Piano");
  expect(phase()).toBe("ready");
  expect(state().refusal).toEqual({ message: "No way to the media server.", isElsewhere: false });
});

test("a loss that mends itself goes on as before", async () => {
  const { stage, phase, state, engine } = await live();
  stage().events.onLost();
  expect(state().phase).toEqual({ name: "reconnecting", until: noon + 30_000 });
  stage().events.onBack();
  expect(phase()).toBe("live");
  expect(engine.sent).toHaveLength(1);
});

test("after a long loss the same show is sent anew", async () => {
  const { stage, phase, server, engine } = await live();
  server.goLive.mockRejectedValueOnce(new ApiError(0, "unreachable"));
  stage().events.onEnded("network");
  await vi.advanceTimersByTimeAsync(0);
  expect(phase()).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(2000);
  expect(phase()).toBe("live");
  expect(engine.sent).toHaveLength(2);
});

test("a show that ended meanwhile is not opened again", async () => {
  const { stage, state, server, pass } = await live();
  server.openShow.mockResolvedValue(undefined);
  server.goLive.mockClear();
  pass(95_000);
  stage().events.onEnded("network");
  await vi.advanceTimersByTimeAsync(0);
  expect(state().phase).toMatchObject({
    name: "ended",
    summary: { reason: "lost", duration: 95_000 },
  });
  expect(server.goLive).not.toHaveBeenCalled();
});

test("taken over by another device, the show is followed from here", async () => {
  const { stage, phase, state, camera } = await live();
  stage().events.onEnded("removed");
  await vi.advanceTimersByTimeAsync(0);
  expect(phase()).toBe("live");
  expect(state().source).toBe("elsewhere");
  expect(camera.store.getState().video).toBeUndefined();
});

test("stopping reads the income first, and sums up", async () => {
  const { broadcast, server, state, stage, pass } = await live();
  broadcast.counted(7);
  broadcast.counted(3);
  pass(65_000);
  server.stopShow.mockImplementation(async () => {
    expect(server.earned).toHaveBeenCalled();
    stage().events.onEnded("removed");
    broadcast.showEnded("performer_left");
    return {};
  });
  await broadcast.stop();
  const summary = { reason: "stopped", duration: 65_000, mostViewers: 7, tips: 2, net: 40 };
  expect(state().phase).toEqual({ name: "ended", summary });
});

test("a show that cannot be stopped goes on", async () => {
  const { broadcast, server, phase, state } = await live();
  server.stopShow.mockRejectedValue(new ApiError(503, "Later."));
  await expect(broadcast.stop()).rejects.toThrow("Later.");
  expect(phase()).toBe("live");
  expect(state().isStopping).toBe(false);
});

test("a program that starts sending turns the check into the stage, and its pauses are told", async () => {
  const { broadcast, server, phase, state, camera } = setup();
  await broadcast.check();
  server.openShow.mockResolvedValue(show({ status: "live", viewers: 4 }));
  await broadcast.showChanged("live");
  expect([phase(), state().source, state().viewers]).toEqual(["live", "elsewhere", 4]);
  expect(camera.store.getState().video).toBeUndefined();
  await broadcast.showChanged("paused");
  expect(phase()).toBe("reconnecting");
  await broadcast.showChanged("live");
  expect(phase()).toBe("live");
  broadcast.showEnded("media_lost");
  expect(state().phase).toMatchObject({ name: "ended", summary: { reason: "lost" } });
});

test("the server says that no picture arrives, and that it is back", async () => {
  const { broadcast, stage, state } = await live();
  stage().events.onFrames(true);
  await broadcast.showChanged("paused");
  expect(state().phase.name).toBe("reconnecting");
  await broadcast.showChanged("live");
  expect([state().phase.name, state().source]).toEqual(["live", "here"]);
});

test("a late live of the server does not hide that nothing is sent", async () => {
  const { broadcast, stage, phase } = await live();
  stage().events.onFrames(true);
  stage().events.onLost();
  stage().events.onFrames(false);
  await broadcast.showChanged("live");
  expect(phase()).toBe("reconnecting");
});

test("whether pictures arrive is known while the show is sent from here", async () => {
  const { broadcast, stage, state } = await live();
  expect(state().flows).toBeUndefined();
  stage().events.onFrames(true);
  expect(state().flows).toBe(true);
  stage().events.onFrames(false);
  expect(state().flows).toBe(false);
  await broadcast.stop();
  stage().events.onFrames(true); // too late
  expect(state().flows).toBeUndefined();
});

test.each([
  ["connect_timeout", "unseen"],
  ["moderator", "moderator"],
  ["maintenance", "maintenance"],
  ["fault", "fault"],
  ["media_lost", "lost"],
])("a show that the site ends for %s is summed up as %s", async (told, reason) => {
  const { broadcast, state } = await live();
  broadcast.showEnded(told);
  expect(state().phase).toMatchObject({ name: "ended", summary: { reason } });
});

test("the engine closes first, and the reason that follows is still told", async () => {
  const { broadcast, stage, server, state } = await live();
  server.openShow.mockResolvedValue(undefined);
  stage().events.onEnded("removed");
  await vi.advanceTimersByTimeAsync(0);
  expect(state().phase).toMatchObject({ name: "ended", summary: { reason: "ended" } });
  broadcast.showEnded("maintenance");
  expect(state().phase).toMatchObject({ name: "ended", summary: { reason: "maintenance" } });
});

test("after a reload the tab's own show waits to be resumed", async () => {
  const { broadcast, server, phase, state } = setup();
  server.openShow.mockResolvedValue(show({ status: "live" }));
  await broadcast.discover("s1");
  expect([phase(), state().show?.sessionId]).toEqual(["idle", "s1"]);
  await broadcast.check();
  await broadcast.start("Piano");
  expect([phase(), state().source]).toEqual(["live", "here"]);
});

test("a show from elsewhere is brought here by way of the check", async () => {
  const { broadcast, server, phase, state } = setup();
  server.openShow.mockResolvedValue(show({ status: "live" }));
  await broadcast.discover(undefined);
  expect([phase(), state().source]).toEqual(["live", "elsewhere"]);
  await broadcast.check();
  expect(phase()).toBe("ready");
  const starting = broadcast.start("Piano", true);
  await broadcast.showChanged("live");
  await starting;
  expect([phase(), state().source]).toEqual(["live", "here"]);
});

test("leaving the page ends everything that runs behind it", async () => {
  const { leave, stage, phase } = await live();
  leave();
  expect(stage().closed).toBe(true);
  expect(phase()).toBe("idle");
});

test("a private show holds the public one: nothing is sent, and the camera goes on", async () => {
  const { broadcast, camera, stage, phase } = await live();
  broadcast.hold();
  expect([phase(), stage().closed]).toEqual(["held", true]);
  expect(camera.store.getState().video?.readyState).toBe("live");
});

test("a public room that the fence deleted is no device elsewhere", async () => {
  const { server, stage, phase } = await live();
  server.openShow.mockResolvedValue(show({ status: "held" }));
  stage().events.onEnded("removed");
  await vi.waitFor(() => expect(phase()).toBe("held"));
});

test("back to public is one click: the same show, sent from here again", async () => {
  const { broadcast, server, engine, phase, state } = await live();
  broadcast.hold();
  await broadcast.back("here");
  expect([phase(), state().source]).toEqual(["live", "here"]);
  expect(server.goLive).toHaveBeenLastCalledWith({ title: "Piano", takeover: false });
  expect(engine.sent).toHaveLength(2);
});

test("back to public on her way here: what she pressed has opened the show, and is not asked again", async () => {
  const { broadcast, camera, server, engine, phase } = setup();
  await camera.open();
  await broadcast.back("here", Promise.resolve(show({ sessionId: "s7" })));
  expect([phase(), engine.sent.length]).toEqual(["live", 1]);
  expect([server.goLive, server.openShow].map((asked) => asked.mock.calls.length)).toEqual([0, 0]);
});

test("a way back that was refused says why", async () => {
  const { broadcast, camera, phase, state } = setup();
  await camera.open();
  await broadcast.back("here", Promise.reject(new Error("no")));
  expect([phase(), state().refusal !== undefined]).toEqual(["ready", true]);
});

test("a program sends the resumed show by itself", async () => {
  const { broadcast, server, engine, phase, state } = await live();
  broadcast.hold();
  server.openShow.mockResolvedValue(show({ status: "starting" }));
  await broadcast.back("elsewhere");
  expect(engine.sent).toHaveLength(1);
  server.openShow.mockResolvedValue(show({ status: "live" }));
  await broadcast.showChanged("live");
  expect([phase(), state().source]).toEqual(["live", "elsewhere"]);
});

test("the held show that waited in vain ends", async () => {
  const { broadcast, phase } = await live();
  broadcast.hold();
  broadcast.showEnded("performer_left");
  expect(phase()).toBe("ended");
});
