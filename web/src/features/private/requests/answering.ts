import { createStore } from "zustand/vanilla";

export type Answer = "accept" | "decline";

/** The requests that this page answers now, by id: the bell and the notice show the same. */
export const answering = createStore<Readonly<Record<string, Answer>>>(() => ({}));

export function noteAnswering(id: string, answer: Answer | undefined) {
  const { [id]: _, ...others } = answering.getState();
  answering.setState(answer === undefined ? others : { ...others, [id]: answer }, true);
}

/** Whether this page answers the request now, and so knows best what becomes of it. */
export function isAnswering(id: string): boolean {
  return answering.getState()[id] !== undefined;
}
