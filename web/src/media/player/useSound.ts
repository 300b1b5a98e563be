import { useEffect, useState } from "react";
import { onDevice } from "@/lib/storage";

/** What is listened to: a public room begins muted until asked for sound, a show that was paid for does not. */
export type Heard = "public" | "paid";

const keys = { volume: "volume", public: "sound.public", paid: "sound.paid" };
const usual = 0.7;

/**
 * Mute and volume, kept on this device. A browser may refuse sound that no press asked for; then
 * it is held back until the next press anywhere.
 */
export function useSound(of: Heard) {
  const [wanted, setWanted] = useState(() => (onDevice.get(keys[of]) ?? initially[of]) === "on");
  const [held, setHeld] = useState(false);
  const [volume, setLevel] = useState(keptVolume);

  useEffect(() => {
    if (!held) return;
    const release = () => setHeld(false);
    const presses = ["pointerup", "keydown"] as const;
    for (const press of presses) window.addEventListener(press, release, { once: true });
    return () => {
      for (const press of presses) window.removeEventListener(press, release);
    };
  }, [held]);

  function setMuted(muted: boolean) {
    setHeld(false);
    setWanted(!muted);
    onDevice.set(keys[of], muted ? "off" : "on");
  }

  function setVolume(next: number) {
    setLevel(next);
    setMuted(next === 0);
    if (next > 0) onDevice.set(keys.volume, String(next));
  }

  return {
    muted: !wanted || held,
    volume,
    setMuted,
    setVolume,
    /** The browser has refused to sound. */
    hold: () => setHeld(true),
  };
}

export type Sound = ReturnType<typeof useSound>;

const initially = { public: "off", paid: "on" };

function keptVolume(): number {
  const volume = Number(onDevice.get(keys.volume) ?? usual);
  return volume > 0 && volume <= 1 ? volume : usual;
}
