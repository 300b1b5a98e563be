import { useCallback, useState } from "react";
import { onDevice } from "@/lib/storage";

const key = "volume";
const usual = 0.7;

// Whoever turned the sound on wants it in the next room too.
let wanted = false;

/** Mute and volume. Every visit starts muted, as browsers demand, until the viewer asks for sound. */
export function useSound() {
  const [muted, show] = useState(!wanted);
  const [volume, change] = useState(() => remembered());

  const setMuted = useCallback((next: boolean) => {
    wanted = !next;
    show(next);
  }, []);

  function setVolume(next: number) {
    change(next);
    setMuted(next === 0);
    if (next > 0) onDevice.set(key, String(next));
  }

  return { muted, volume, setMuted, setVolume };
}

export type Sound = ReturnType<typeof useSound>;

function remembered(): number {
  const volume = Number(onDevice.get(key) ?? usual);
  return volume > 0 && volume <= 1 ? volume : usual;
}
