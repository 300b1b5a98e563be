import { ApiError } from "@/api/errors";
import { LostError, openRights, withToken } from "./rights";
import { addresses, answers } from "./testing";
import type { Playback } from "./types";

const opened: { close: () => void }[] = [];

function open(first: Playback, source: ReturnType<typeof answers>, isWatched = true) {
  const rights = openRights({ first, load: source.load, isWatched: () => isWatched });
  opened.push(rights);
  const told: string[] = [];
  rights.listen({
    onRenewed: ({ playlist }) => told.push(`renewed ${playlist}`),
    onLost: (reason) => told.push(`lost ${reason}`),
    onReachable: (isReachable) => told.push(isReachable ? "reachable" : "unreachable"),
  });
  return { rights, told };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const rights of opened.splice(0)) rights.close();
  vi.useRealTimers();
});

test("a video that is watched gets a new token a minute before its old one ends", async () => {
  const source = answers(addresses("two", 1_200_000));
  const { rights } = open(addresses("one"), source);
  await vi.advanceTimersByTimeAsync(539_000);
  expect(source.asked).toBe(0);
  await vi.advanceTimersByTimeAsync(2000);
  expect(source.asked).toBe(1);
  expect(rights.playback.playlist).toBe("/media/videos/two/master.m3u8");
});

test("and so again and again", async () => {
  const load = vi.fn(async () => addresses(`t${load.mock.calls.length}`));
  const rights = openRights({ first: addresses("t0"), load, isWatched: () => true });
  opened.push(rights);
  await vi.advanceTimersByTimeAsync(3 * 540_000 + 1000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(rights.playback.playlist).toBe("/media/videos/t3/master.m3u8");
});

test("nothing is asked for a video that stands, until something of it is wanted", async () => {
  const source = answers(addresses("two", 9_000_000));
  const { rights } = open(addresses("one"), source, false);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(source.asked).toBe(0);
  const [a, b] = await Promise.all([rights.fresh(), rights.fresh()]);
  expect([a.playlist, b.playlist]).toEqual(Array(2).fill("/media/videos/two/master.m3u8"));
  expect(source.asked).toBe(1);
});

test("a machine that slept is not asked by its timer, but by the first request", async () => {
  const source = answers(addresses("two", 9_000_000));
  const { rights } = open(addresses("one"), source);
  vi.setSystemTime(Date.now() + 3_600_000);
  await expect(rights.fresh()).resolves.toMatchObject({
    playlist: "/media/videos/two/master.m3u8",
  });
});

test("a refused address is asked for anew once, and an old one not at all", async () => {
  const source = answers(addresses("two"));
  const { rights } = open(addresses("one"), source);
  rights.doubt("/media/videos/one/720/4.m4s");
  await rights.fresh();
  expect(source.asked).toBe(1);
  rights.doubt("/media/videos/one/720/5.m4s");
  await rights.fresh();
  expect(source.asked).toBe(1);
});

test.each([
  [401, "signedOut"],
  [403, "refused"],
  [404, "gone"],
  [410, "gone"],
])("who is answered %i has lost the video: %s", async (status, reason) => {
  const source = answers(new ApiError(status, "No."), addresses("two"));
  const { rights, told } = open(addresses("one"), source);
  rights.doubt("/media/videos/one/720/4.m4s");
  await expect(rights.fresh()).rejects.toEqual(expect.objectContaining({ reason }));
  await expect(rights.fresh()).rejects.toBeInstanceOf(LostError);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(told).toEqual([`lost ${reason}`]);
  expect(source.asked).toBe(1);
});

test("a server that does not answer takes nothing away: it is asked until it does", async () => {
  const silent = new ApiError(0, "unreachable");
  const source = answers(silent, new ApiError(503, "busy"), silent, addresses("two"));
  const { rights, told } = open(addresses("one"), source);
  rights.doubt("/media/videos/one/720/4.m4s");
  const coming = rights.fresh();
  await vi.advanceTimersByTimeAsync(6500);
  expect(source.asked).toBe(3);
  window.dispatchEvent(new Event("online")); // which does not wait for the next time
  await expect(coming).resolves.toMatchObject({ playlist: "/media/videos/two/master.m3u8" });
  expect(told).toEqual([
    ...Array(3).fill("unreachable"),
    "reachable",
    "renewed /media/videos/two/master.m3u8",
  ]);
});

test("nobody is told anything of a player that was left", async () => {
  const source = answers(new ApiError(403, "No."));
  const { rights, told } = open(addresses("one"), source);
  rights.close();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(source.asked).toBe(0);
  expect(told).toEqual([]);
});

test("only the token of an address changes", () => {
  const now = addresses("a$1b.c-d_e");
  expect(withToken("https://site/media/videos/old/720/3.m4s?x=1#y", now)).toBe(
    "https://site/media/videos/a$1b.c-d_e/720/3.m4s?x=1#y",
  );
  expect(withToken("https://elsewhere/bucket/3.m4s", now)).toBe("https://elsewhere/bucket/3.m4s");
});
