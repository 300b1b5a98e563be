import { ApiError } from "@/api/errors";
import { createRetry } from "@/lib/retry";
import { createTask } from "@/lib/task";
import type { Ending } from "./ending";

/** off – not wanted; connecting – for the first time; on; mending – it was on. */
export type LineState = "off" | "connecting" | "on" | "mending";

export type LineEvents = {
  /** The engine's own attempts to mend a connection. */
  onMending(mending: boolean): void;
  /** The connection is gone for good; a new one needs a new address. */
  onClosed(why: Ending): void;
};

export type Connection = { close(): void };

export type LineSeams<Address> = {
  /** A fresh address; undefined when there is none any more. */
  ask(): Promise<Address | undefined>;
  connect(address: Address, events: LineEvents): Promise<Connection>;
  onState(state: LineState): void;
  /** The server wants this connection no longer. The line is off. */
  onRemoved(): void;
};

const pauses = [1000, 2000, 4000, 8000];

/**
 * One connection to a media room that is wanted until `stop`: what the network
 * ends is asked for and opened anew after 1, 2, 4 and then 8 s; what the server
 * ends is left to its owner, who knows what that means.
 */
export function createLine<Address>(seams: LineSeams<Address>) {
  const { ask, connect, onState, onRemoved } = seams;
  const task = createTask();
  const retry = createRetry(pauses);
  let wasOn = false;
  let connection: Connection | undefined;

  /** Connects; what was open is closed first. */
  function start(address: Address) {
    release();
    retry.reset();
    wasOn = false;
    attempt(async () => address);
  }

  function stop() {
    release();
    onState("off");
  }

  /** Leaves a connection that is no good for a new one. */
  function renew() {
    if (connection !== undefined) again();
  }

  async function attempt(find: () => Promise<Address | undefined>) {
    const current = task.begin();
    onState(wasOn ? "mending" : "connecting");
    try {
      const address = await find();
      if (!current()) return;
      if (address === undefined) return removed();
      const opened = await connect(address, {
        onMending: (mending) => current() && onState(mending ? "mending" : "on"),
        onClosed: (why) => current() && (why === "removed" ? removed() : again()),
      });
      if (!current()) return opened.close();
      connection = opened;
      retry.reset();
      wasOn = true;
      onState("on");
    } catch (error) {
      if (!current()) return;
      if (isRefusal(error)) removed();
      else again();
    }
  }

  function removed() {
    stop();
    onRemoved();
  }

  function again() {
    release();
    onState(wasOn ? "mending" : "connecting");
    retry.later(() => attempt(ask));
  }

  function release() {
    task.end();
    retry.cancel();
    connection?.close();
    connection = undefined;
  }

  return { start, stop, renew };
}

export type Line<Address> = ReturnType<typeof createLine<Address>>;

// No answer, too many calls and the server's own troubles pass; everything else is its word.
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 429;
}
