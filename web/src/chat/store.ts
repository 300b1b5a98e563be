import { createStore } from "zustand/vanilla";
import type { Message } from "@/realtime/events";
import { buried, capped, type Line, merged } from "./lines";

export type ChatState = {
  lines: readonly Line[];
  /** Whether older messages can be asked for. */
  hasOlder: boolean;
  /** Undefined until the first history has come. */
  isReady: boolean;
};

type Step = (lines: readonly Line[]) => readonly Line[];

/** How long events gather before they are shown together, in milliseconds. */
export const flushEvery = 100;

/**
 * The fast state of one room. What the socket brings is gathered and shown at
 * most once per 100 ms, in the order it came; what the reader does is shown at
 * once. Invariants: no message is in it twice; at most 1,000 lines.
 */
export function createChat() {
  const store = createStore<ChatState>(() => ({ lines: [], hasOlder: false, isReady: false }));
  let gathered: Step[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function later(step: Step) {
    gathered.push(step);
    timer ??= setTimeout(flush, flushEvery);
  }

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const steps = gathered;
    gathered = [];
    change((lines) => steps.reduce((before, step) => step(before), lines));
  }

  function change(step: Step) {
    const { lines } = store.getState();
    const next = capped(step(lines));
    if (next !== lines) store.setState({ lines: next });
  }

  // What has come before must not be overtaken.
  function now(step: Step) {
    if (gathered.length > 0) flush();
    change(step);
  }

  return {
    store,
    receive: (message: Message) => later((lines) => merged(lines, [message])),
    bury: (id: string) => later((lines) => buried(lines, id)),
    clear: () => later((lines) => lines.filter(({ state }) => state !== "sent")),

    /** Adds a page of history; `hasOlder` says whether another lies before it. */
    recall(messages: readonly Message[], hasOlder: boolean) {
      now((lines) => merged(lines, messages));
      store.setState({ hasOlder, isReady: true });
    },
    /** Starts again from this history: too much was missed to join the two. */
    restart(messages: readonly Message[], hasOlder: boolean) {
      now((lines) =>
        merged(
          lines.filter(({ state }) => state !== "sent"),
          messages,
        ),
      );
      store.setState({ hasOlder, isReady: true });
    },
    knows: (id: string) =>
      store.getState().lines.some(({ message, state }) => state === "sent" && message._id === id),

    /** Shows a line of one's own before the server has it. */
    write(message: Message) {
      const key = message.clientId ?? message._id;
      now((lines) => [
        ...lines.filter((line) => line.key !== key),
        { key, message, state: "pending" },
      ]);
    },
    /** The server took the line: its message stands where the pending one was. */
    settle: (message: Message) => now((lines) => merged(lines, [message])),
    fail: (key: string, problem: string, unanswered = false) =>
      now((lines) =>
        lines.map((line) =>
          line.key === key && line.state === "pending"
            ? { ...line, state: "failed", problem, unanswered }
            : line,
        ),
      ),
    unanswered: () => store.getState().lines.filter((line) => line.unanswered === true),
    discard: (key: string) =>
      now((lines) => lines.filter((line) => line.key !== key || line.state === "sent")),
    flush,
    stop: () => clearTimeout(timer),
  };
}

export type Chat = ReturnType<typeof createChat>;
