import { createRealtime, type Listener, type SocketSeams } from "./socket";

type Sent = { event: string; data: unknown };

/** A socket without a network: the test plays the server. */
class Line {
  readonly sent: Sent[] = [];
  readonly opts: { query?: Record<string, unknown> };
  active = true;
  closed = false;
  readonly listeners = new Map<string, Set<Listener>>();

  readonly io = {
    opts: {},
    on: (event: string, listener: () => void) => this.on(`io:${event}`, listener),
  };

  constructor(token: string | undefined) {
    this.opts = this.io.opts;
    if (token !== undefined) this.opts.query = { token };
  }

  on(event: string, listener: Listener) {
    const known = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, known.add(listener));
  }

  off(event: string, listener: Listener = () => {}) {
    this.listeners.get(event)?.delete(listener);
  }

  onAny(listener: Listener) {
    this.on("*", listener);
  }

  emit(event: string, data: unknown, acknowledge?: (answer: unknown) => void) {
    this.sent.push({ event, data });
    acknowledge?.({ ok: true });
  }

  connect() {
    this.active = true;
    this.hears("connect");
  }

  close() {
    this.closed = true;
  }

  hears(event: string, data?: unknown) {
    for (const listener of this.listeners.get(event) ?? []) {
      Reflect.apply(listener, undefined, [data]);
    }
    for (const listener of this.listeners.get("*") ?? []) {
      Reflect.apply(listener, undefined, [event, data]);
    }
  }
}

function setup(seams: Partial<SocketSeams> = {}) {
  const lines: Line[] = [];
  let tickets = 0;
  const realtime = createRealtime({
    ticket: async () => `ticket ${++tickets}`,
    dial: async (token) => {
      const line = new Line(token);
      lines.push(line);
      return line;
    },
    ...seams,
  });
  const status = () => realtime.store.getState().status;
  const line = () => {
    const last = lines.at(-1);
    if (last === undefined) throw new Error("nothing was dialled");
    return last;
  };
  return { realtime, status, lines, line };
}

test("it starts initialized, and is connected on connect", async () => {
  const { realtime, status, line } = setup();
  expect(status()).toBe("initialized");
  await realtime.start(false);
  expect(status()).toBe("initialized");
  line().hears("connect");
  await vi.waitFor(() => expect(status()).toBe("connected"));
});

test("a guest connects without a token, a member with a ticket", async () => {
  const { realtime, line } = setup();
  await realtime.start(false);
  expect(line().opts.query).toBeUndefined();
  await realtime.start(true);
  expect(line().opts.query).toEqual({ token: "ticket 1" });
  line().hears("connect");
  expect(line().sent).toEqual([]);
});

test("it follows disconnect, reconnecting and failures", async () => {
  const { realtime, status, line } = setup();
  await realtime.start(false);
  line().hears("disconnect");
  expect(status()).toBe("disconnect");
  line().hears("io:reconnect_attempt");
  expect(status()).toBe("reconnecting");
  line().hears("io:error");
  expect(status()).toBe("failed");
  line().hears("io:reconnect_attempt");
  line().hears("io:reconnect_failed");
  expect(status()).toBe("failed");
});

test("a reconnected member logs in with a fresh ticket before counting as connected", async () => {
  const { realtime, status, line } = setup();
  await realtime.start(true);
  line().hears("connect");
  line().hears("disconnect");
  line().hears("io:reconnect_attempt");
  expect(line().opts.query).toBeUndefined();
  line().hears("connect");
  expect(status()).toBe("reconnecting");
  await vi.waitFor(() => expect(status()).toBe("connected"));
  expect(line().sent).toEqual([{ event: "auth/login", data: { token: "ticket 2" } }]);
});

test("a refused ticket or a close by the server is followed by another try", async () => {
  vi.useFakeTimers();
  const { realtime, status, line } = setup();
  await realtime.start(true);
  line().active = false;
  line().hears("connect_error");
  expect(status()).toBe("failed");
  await vi.advanceTimersByTimeAsync(1000);
  expect(status()).toBe("connected");
  expect(line().sent).toEqual([{ event: "auth/login", data: { token: "ticket 2" } }]);
  vi.useRealTimers();
});

test("logging in or out closes the socket and makes another", async () => {
  const { realtime, status, lines } = setup();
  await realtime.start(false);
  lines[0]?.hears("connect");
  await realtime.start(true);
  expect(lines).toHaveLength(2);
  expect(lines[0]?.closed).toBe(true);
  expect(status()).toBe("initialized");
  lines[0]?.hears("disconnect");
  expect(status()).toBe("initialized");
});

test("only a connected socket sends, and listeners end", async () => {
  const { realtime, line } = setup();
  await realtime.start(false);
  const room = { conversationId: "c1" };
  expect(await realtime.emit("room/join", room)).toEqual({ error: "not connected" });
  line().hears("connect");
  await vi.waitFor(() => expect(realtime.store.getState().status).toBe("connected"));
  expect(await realtime.emit("room/join", room)).toEqual({ ok: true });

  const heard = vi.fn();
  const stop = realtime.on("balance/changed", heard);
  line().hears("balance/changed", { balance: 75 });
  stop();
  line().hears("balance/changed", { balance: 50 });
  expect(heard.mock.calls).toEqual([[{ balance: 75 }]]);
});

test("who listens before there is a connection hears its first event, and those of the next", async () => {
  const { realtime, line } = setup();
  const heard = vi.fn();
  const stop = realtime.on("balance/changed", heard);
  await realtime.start(true);
  line().hears("connect");
  line().hears("balance/changed", { balance: 75 });
  await realtime.start(true);
  line().hears("balance/changed", { balance: 50 });
  stop();
  line().hears("balance/changed", { balance: 25 });
  await realtime.start(true);
  line().hears("balance/changed", { balance: 10 });
  expect(heard.mock.calls).toEqual([[{ balance: 75 }], [{ balance: 50 }]]);
});

test("who listens from the start hears late what came before, once, and nothing of another person", async () => {
  const { realtime, line } = setup();
  await realtime.start(true);
  line().hears("connect");
  line().hears("balance/changed", { balance: 75 });
  await realtime.start(true);
  line().hears("balance/changed", { balance: 50 });
  const heard = vi.fn();
  realtime.on("balance/changed", vi.fn());
  realtime.onFromStart("balance/changed", heard);
  line().hears("balance/changed", { balance: 25 });
  expect(heard.mock.calls).toEqual([[{ balance: 50 }], [{ balance: 25 }]]);
  await Promise.resolve();
  const late = vi.fn();
  realtime.onFromStart("balance/changed", late);
  expect(late).not.toHaveBeenCalled();
});

test("when the network is back, whoever waits to reconnect does so at once", async () => {
  const { realtime, status, line } = setup();
  await realtime.start(true);
  line().hears("connect");
  await vi.waitFor(() => expect(status()).toBe("connected"));
  const connect = vi.spyOn(line(), "connect");
  realtime.hurry();
  expect(connect).not.toHaveBeenCalled(); // nothing is waited for

  line().hears("disconnect");
  line().hears("io:reconnect_attempt");
  realtime.hurry();
  expect(connect).toHaveBeenCalledOnce();
  expect(line().closed).toBe(true); // the timer of the attempt that was waited for went with it
  await vi.waitFor(() => expect(status()).toBe("connected"));
  expect(line().sent.at(-1)).toEqual({ event: "auth/login", data: { token: "ticket 2" } });
});
