import { showingOf } from "./showing";

const picture = { attach: () => {}, detach: () => {} };
const watched = {
  phase: "playing" as const,
  picture,
  sound: undefined,
  isCameraOff: false,
  lostAt: undefined,
};
const played = { shown: true, paused: false, moves: true, sound: { muted: false } };

test("live is said while frames arrive, and not of a picture that stands still", () => {
  expect(showingOf(watched, played)).toEqual({ is: "live" });
  expect(showingOf(watched, { ...played, moves: undefined })).toEqual({ is: "live" });
  expect(showingOf(watched, { ...played, moves: false })).toEqual({ is: "still" });
  expect(showingOf(watched, { ...played, shown: false })).toEqual({ is: "starting" });
  expect(showingOf(watched, { ...played, paused: true, moves: undefined })).toEqual({
    is: "paused",
  });
});

test("a lost picture is waited for 30 s by the server's clock, unless frames arrive all the same", () => {
  const lost = { ...watched, lostAt: 1000 };
  expect(showingOf(lost, { ...played, moves: false })).toEqual({ is: "lost", until: 31_000 });
  const gone = { ...lost, phase: "waiting" as const, picture: undefined };
  expect(showingOf(gone, { ...played, shown: false })).toEqual({ is: "lost", until: 31_000 });
  expect(showingOf(lost, played)).toEqual({ is: "live" });
});

test("a camera that is off is said before everything else, with what is heard", () => {
  const off = { ...watched, phase: "waiting" as const, picture: undefined, isCameraOff: true };
  expect(showingOf(off, { ...played, shown: false })).toEqual({
    is: "camera-off",
    hasSound: false,
    isHeard: false,
  });
  const hls = { ...off, phase: "playing" as const, picture: { ...picture, sounding: true } };
  expect(showingOf(hls, { ...played, sound: { muted: true } })).toEqual({
    is: "camera-off",
    hasSound: true,
    isHeard: false,
  });
  expect(showingOf(hls, played)).toMatchObject({ isHeard: true });
});

test("an own connection that is lost is told as such", () => {
  expect(showingOf({ ...watched, phase: "reconnecting" }, played)).toEqual({ is: "reconnecting" });
  expect(showingOf({ ...watched, phase: "off" }, played)).toEqual({ is: "off" });
});
