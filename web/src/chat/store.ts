import { createStore } from "zustand/vanilla";
import type { Message } from "@/realtime/events";
import { buried, capped, type Line, merged } from "./lines";

export type ChatState = {
  lines: readonly Line[];
  /** Whether older messages can be asked for. */
  hasOlder: boolean;
  /** Whether the reader has left newer messages behind; only in an endless chat. */
  hasNewer: boolean;
  /** Undefined until the first history has come. */
  isReady: boolean;
};

type Step = (lines: readonly Line[]) => readonly Line[];

/** How long events gather before they are shown together, in milliseconds. */
export const flushEvery = 100;

/**
 * The fast state of one room. What the socket brings is gathered and shown at
 * most once per 100 ms, in the order it came; what the reader does is shown at
 * once. Invariants: no message is in it twice; at most 1,000 lines, the newest.
 * An endless one may be read back to its beginning (endless.ts).
 */
export function createChat(isEndless = false) {
  const store = createStore<ChatState>(() => ({
    lines: [],
    hasOlder: false,
    hasNewer: false,
    isReady: false,
  }));
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
    const next = isEndless ? step(lines) : capped(step(lines));
    if (next !== lines) store.setState({ lines: next });
  }

  // What has come before must not be overtaken.
  function now(step: Step) {
    if (gathered.length > 0) flush();
    change(step);
  }

  /** What failed is to be sent again. */
  function again(key: string) {
    now((lines) =>
      lines.map((line) => {
        if (line.key !== key || line.state !== "failed") return line;
        return { key, message: line.message, state: "pending" };
      }),
    );
  }

  return {
    store,
    receive: (message: Message) =>
      later((lines) => (store.getState().hasNewer ? lines : merged(lines, [message]))),
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
      store.setState({ hasOlder, hasNewer: false, isReady: true });
    },
    /** Changes the lines at once; for endless.ts. */
    now,
    knows: (id: string) =>
      store.getState().lines.some(({ message, state }) => state === "sent" && message._id === id),

    /** Shows a line of one's own before the server has it. */
    write(message: Message) {
      const key = message.clientId ?? message._id;
      const line: Line = { key, message, state: "pending" };
      now((lines) =>
        lines.some((known) => known.key === key)
          ? lines.map((known) => (known.key === key ? line : known))
          : [...lines, line],
      );
    },
    /** The server took the line: its message stands where the pending one was. */
    settle: (message: Message) => now((lines) => merged(lines, [message])),
    /** A line was refused; one that only got no answer stops all that wait, to be sent in their order later. */
    fail: (key: string, problem: string, unanswered = false) =>
      now((lines) =>
        lines.map((line) =>
          line.state === "pending" && (unanswered || line.key === key)
            ? { ...line, state: "failed", problem, unanswered }
            : line,
        ),
      ),
    /** The first of the lines that wait to be sent, if any; those that were refused do not. */
    next(): Line | undefined {
      const { lines } = store.getState();
      const first = lines.find(({ state, unanswered }) => state === "pending" || unanswered);
      if (first?.unanswered) again(first.key);
      return first;
    },
    again,
    discard: (key: string) =>
      now((lines) => lines.filter((line) => line.key !== key || line.state === "sent")),
    flush,
  };
}

export type Chat = ReturnType<typeof createChat>;
