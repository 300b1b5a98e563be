import { useEffect, useEffectEvent, useState } from "react";
import { onDevice } from "@/lib/storage";

const remembered = "review-keys";

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
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  function toggle() {
    onDevice.set(remembered, isOn ? "off" : undefined);
    setOn(!isOn);
  }
  return { isOn, toggle };
}
