import { useEffect, useEffectEvent, useState } from "react";
import { onDevice } from "@/lib/storage";

const remembered = "review-keys";

/** What these keys do belongs to a player that has the focus (data-own-keys). */
const playersKeys: ReadonlySet<string> = new Set(["j", "k", "arrowleft", "arrowright"]);

/**
 * Single keys that do something on this page, unless somebody types or a dialog is open. They can be
 * switched off, which is remembered: who speaks to the computer presses keys by accident. `acts` are
 * by the key's name in small letters.
 */
export function useKeys(acts: Readonly<Record<string, () => unknown>>) {
  const [isOn, setOn] = useState(() => onDevice.get(remembered) !== "off");

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (!isOn || event.repeat || ctrlKey || metaKey || altKey) return;
    const act = acts[key.toLowerCase()];
    if (act === undefined || document.querySelector("dialog[open]") !== null) return;
    if (target instanceof Element && target.closest("input, textarea, select, [role=tablist]")) {
      return;
    }
    const isPlayers = target instanceof Element && target.closest("[data-own-keys]") !== null;
    if (isPlayers && playersKeys.has(key.toLowerCase())) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // Before a player on the page, which takes keys that were pressed nowhere in particular.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);

  function toggle() {
    onDevice.set(remembered, isOn ? "off" : undefined);
    setOn(!isOn);
  }
  return { isOn, toggle };
}
