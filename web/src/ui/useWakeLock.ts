import { useEffect } from "react";

/** Keeps the screen awake while the component is shown. A browser that cannot, does not. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let shown = true;

    // The browser lets go of it whenever the page is hidden.
    async function hold() {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        const held = await navigator.wakeLock.request("screen");
        if (shown) lock = held;
        else held.release();
      } catch {
        // Refused, as when the battery is low: the screen may sleep.
      }
    }
    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      shown = false;
      document.removeEventListener("visibilitychange", hold);
      lock?.release();
    };
  }, []);
}
