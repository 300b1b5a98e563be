import { isRingingTab, joinRinging, ring, soundsOn, switchSounds } from "./ring";

const sound = vi.hoisted(() => ({ playSound: vi.fn() }));
vi.mock("./sound", () => sound);

/** Web locks of a browser with two tabs: `steal` takes the lock away from whoever holds it. */
function locksOfTwoTabs() {
  let loser: (() => void) | undefined;
  return {
    request: (_name: string, options: LockOptions, held: () => Promise<void>) => {
      if (loser !== undefined && options.steal !== true) return new Promise<void>(() => {});
      loser?.();
      return Promise.race([
        held(),
        new Promise<void>((_, reject) => {
          loser = () => reject(new DOMException("stolen", "AbortError"));
        }),
      ]);
    },
  };
}

beforeEach(() => sound.playSound.mockClear());

test("a device that is switched to silent does not ring", () => {
  switchSounds(false);
  ring("/bell.mp3");
  expect(soundsOn()).toBe(false);
  expect(sound.playSound).not.toHaveBeenCalled();
  switchSounds(true);
  ring("/bell.mp3");
  expect(sound.playSound).toHaveBeenCalledExactlyOnceWith("/bell.mp3");
});

test("of two tabs the one that was used last rings alone", async () => {
  const locks = locksOfTwoTabs();
  vi.stubGlobal("navigator", { locks });
  const leave = joinRinging();
  await vi.waitFor(() => expect(isRingingTab()).toBe(true));

  // Another tab is used.
  locks.request("ring", { steal: true }, () => new Promise<void>(() => {})).catch(() => {}); // it is stolen back below
  await vi.waitFor(() => expect(isRingingTab()).toBe(false));
  ring("/bell.mp3");
  expect(sound.playSound).not.toHaveBeenCalled();

  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(isRingingTab()).toBe(true));
  ring("/bell.mp3");
  expect(sound.playSound).toHaveBeenCalledOnce();
  leave();
});
