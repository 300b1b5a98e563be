import { createContext, type ReactNode, useContext } from "react";

/** What the app puts beside her chat and tips: her goals and her menu. Nothing unless given. */
export const GoalSlot = createContext<ReactNode>(undefined);

export function useGoalSlot(): ReactNode {
  return useContext(GoalSlot);
}
