import { createStore } from "zustand/vanilla";
import { createRetry } from "@/lib/retry";
import { createTask } from "@/lib/task";
import type { Acknowledgement, ClientEvents, ServerEvents } from "./events";

/** The states of spec §4. */
export type ConnectionStatus =
  | "initialized"
  | "connected"
  | "disconnect"
  | "failed"
  | "reconnecting";

export type Listener = (...data: never[]) => void;

/** The part of a socket.io client this module uses. */
export type Wire = {
  on(event: string, listener: Listener): unknown;
  off(event: string, listener?: Listener): unknown;
  onAny(listener: (event: string, data: unknown) => void): unknown;
  emit(event: string, ...data: unknown[]): unknown;
  connect(): unknown;
  close(): unknown;
  /** False once the client will not reconnect by itself. */
  active: boolean;
  io: {
    on(event: "error" | "reconnect_attempt" | "reconnect_failed", listener: () => void): unknown;
    opts: { query?: Record<string, unknown> };
  };
};

export type SocketSeams = {
  /** Opens the connection; the token is absent for guests. */
  dial(token: string | undefined): Promise<Wire>;
  /** A fresh, single-use ticket for the logged-in session. */
  ticket(): Promise<string>;
};

type ConnectionState = { status: ConnectionStatus; wire: Wire | undefined };

/**
 * The one socket of the page. `start` closes what was open and connects as the
 * member or guest it is told. A ticket works once, so only the first attempt
 * carries one; later connections log in by `auth/login` with a fresh ticket, and
 * count as connected when that is answered.
 */
export function createRealtime({ dial, ticket }: SocketSeams) {
  const store = createStore<ConnectionState>(() => ({ status: "initialized", wire: undefined }));
  const listeners = new Map<string, Set<Listener>>();
  /** What came before anybody listened from the start; undefined when they do. */
  let early: [event: string, data: unknown][] | undefined = [];
  const task = createTask();
  const retries = createRetry(pauses);
  /** Dials again at once; undefined before there is a wire. */
  let redial: (() => void) | undefined;

  async function start(loggedIn: boolean) {
    stop();
    const current = task.begin();
    const token = loggedIn ? await ticket().catch(() => undefined) : undefined;
    const wire = await dial(token);
    if (!current()) {
      wire.close();
      return;
    }
    listen(wire, loggedIn, token !== undefined, current);
    store.setState({ wire });
  }

  function listen(wire: Wire, loggedIn: boolean, ticketSent: boolean, current: () => boolean) {
    const become = (status: ConnectionStatus) => current() && store.setState({ status });
    let known = ticketSent;
    for (const [event, all] of listeners) for (const listener of all) wire.on(event, listener);
    wire.onAny((event, data) => {
      if (early && early.length < mostEarly) early.push([event, data]);
    });
    wire.on("connect", async () => {
      if (loggedIn && !known) await login(wire);
      known = false;
      become("connected");
    });
    wire.on("disconnect", () => {
      become("disconnect");
      returnLater();
    });
    wire.on("connect_error", () => {
      become("failed");
      returnLater();
    });
    wire.io.on("error", () => become("failed"));
    wire.io.on("reconnect_failed", () => become("failed"));
    wire.io.on("reconnect_attempt", retry);

    redial = () => {
      if (!current()) return;
      wire.close();
      retry();
      wire.connect();
    };

    // The ticket in the query has been used or has aged.
    function retry() {
      known = false;
      delete wire.io.opts.query;
      become("reconnecting");
    }

    // After a refused ticket or a close by the server the client waits to be told.
    function returnLater() {
      if (!current() || wire.active) return;
      retries.later(() => {
        if (wire.active) return;
        retry();
        wire.connect();
      });
    }
  }

  // Without a ticket the connection stays a guest's: rooms still work, and the session's own
  // calls say why it is refused.
  async function login(wire: Wire) {
    const token = await ticket().catch(() => undefined);
    if (token !== undefined) await send(wire, "auth/login", { token });
  }

  function stop() {
    task.end();
    retries.cancel();
    if (early) early = []; // it was another person's
    store.getState().wire?.close();
    store.setState({ status: "initialized", wire: undefined });
  }

  /** The network is back, or somebody looks again: whoever waits to reconnect does so now. */
  function hurry() {
    const { status } = store.getState();
    if (status === "disconnect" || status === "failed" || status === "reconnecting") redial?.();
  }

  /** Sends and waits for the acknowledgement; an error when not connected or not answered in 5 s. */
  function emit<E extends keyof ClientEvents>(event: E, data: ClientEvents[E]) {
    const { wire, status } = store.getState();
    if (wire === undefined || status !== "connected") {
      return Promise.resolve<Acknowledgement>({ error: "not connected" });
    }
    return send(wire, event, data);
  }

  /** Listens from now on, on this connection and all that follow it, and answers how to stop. */
  function on<E extends keyof ServerEvents>(event: E, listener: (data: ServerEvents[E]) => void) {
    const all = listeners.get(event) ?? new Set<Listener>();
    listeners.set(event, all.add(listener));
    store.getState().wire?.on(event, listener);
    return () => {
      all.delete(listener);
      store.getState().wire?.off(event, listener);
    };
  }

  /** As `on`, and first what has come since the start. Who needs that comes in one go: then it is forgotten. */
  function onFromStart<E extends keyof ServerEvents>(
    event: E,
    listener: (data: ServerEvents[E]) => void,
  ) {
    for (const [what, data] of early ?? [])
      if (what === event) Reflect.apply(listener, undefined, [data]);
    queueMicrotask(() => {
      early = undefined;
    });
    return on(event, listener);
  }

  return { store, start, stop, hurry, emit, on, onFromStart };
}

const timeout = 5000;
const pauses = [1000];
const mostEarly = 200;

function send(wire: Wire, event: string, data: unknown): Promise<Acknowledgement> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ error: "no answer" }), timeout);
    wire.emit(event, data, (answer: Acknowledgement | undefined) => {
      clearTimeout(timer);
      resolve(answer ?? {});
    });
  });
}
