import { SwitchCamera } from "lucide-react";
import { useStore } from "zustand";
import type { Camera } from "./camera";

/** Whether this is a hand-held device with a camera on either side. */
export function useHasTwoSides(camera: Camera): boolean {
  const cameras = useStore(camera.store, (state) => state.cameras.length);
  return cameras > 1 && window.matchMedia("(pointer: coarse)").matches;
}

export function FlipIcon() {
  return <SwitchCamera size={20} aria-hidden />;
}
