import { createContext, type ReactNode, useContext } from "react";

/** What the app puts beside her chat and tips: the spins of her wheel that wait for her. Nothing unless given. */
export const WheelSlot = createContext<ReactNode>(undefined);

export function useWheelSlot(): ReactNode {
  return useContext(WheelSlot);
}
