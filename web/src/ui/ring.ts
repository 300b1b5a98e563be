import { onDevice } from "@/lib/storage";
import { playSound } from "./sound";

// Of all tabs of this browser the one that was used last holds the lock: it alone rings.
const lock = "ring";
let leads = true;

/** Takes part in choosing the one tab that rings, until the answer is called. */
export function joinRinging(): () => void {
  const { locks } = navigator;
  if (locks === undefined) return () => {}; // over plain http every tab rings
  const done = new AbortController();
  leads = false;

  async function hold(steal: boolean) {
    try {
      await locks.request(lock, steal ? { steal } : { signal: done.signal }, () => {
        leads = true;
        return new Promise<void>((resolve) => {
          done.signal.addEventListener("abort", () => resolve());
        });
      });
    } catch (reason) {
      if (done.signal.aborted) return;
      const stolen = reason instanceof Error && reason.name === "AbortError";
      leads = !stolen; // without locks every tab rings
      if (stolen) hold(false); // another tab was used: after it, this one again
    }
  }
  const used = () => {
    if (!leads) hold(true);
  };
  hold(document.hasFocus());
  window.addEventListener("focus", used);
  return () => {
    done.abort();
    window.removeEventListener("focus", used);
  };
}

/** Whether this is the tab that tells of what happens. */
export function isRingingTab(): boolean {
  return leads;
}

const key = "sounds";

export function soundsOn(): boolean {
  return onDevice.get(key) !== "off";
}

export function switchSounds(on: boolean) {
  onDevice.set(key, on ? undefined : "off");
}

/** Plays a notice in the one tab that rings, unless this device is silent. */
export function ring(address: string) {
  if (leads && soundsOn()) playSound(address);
}
