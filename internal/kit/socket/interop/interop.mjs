// Stock Socket.IO clients against a running server: every case over every
// transport. Prints one JSON line per case: {client, transports, name, error?}.
//
//   node interop.mjs http://127.0.0.1:1234
//
// The server is the one of ../interop_test.go. POST /lost makes it drop every
// connection as a restart would.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../../web/package.json", import.meta.url));
const clients = { 4: require("socket.io-client").io, 2: require("socket.io-client-v2") };
const transports = [["websocket"], ["polling"], ["polling", "websocket"]];
const url = process.argv[2];

/** What a case returns that means nothing for its client or transport. */
const inapplicable = Symbol("inapplicable");

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function within(promise, what, ms = 5000) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no ${what}`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const heard = (emitter, event) => within(new Promise((done) => emitter.once(event, done)), event);
const ask = (socket, event, payload) =>
  within(new Promise((done) => socket.emit(event, payload, done)), `answer to ${event}`);

function same(got, want, what) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${what}: ${a?.slice(0, 120)}, want ${b.slice(0, 120)}`);
}

async function upgraded(socket) {
  const { engine } = socket.io;
  if (engine.transport.name !== "websocket") await heard(engine, "upgrade");
}

/**
 * Each case gets `open(token?, options?)`, which makes one more client,
 * `connect`, which waits for it too, and `place(name)`, a name of its own.
 */
const cases = {
  async "token in the query"({ connect }) {
    same((await ask(await connect("tom"), "who")).a, "tom", "account");
  },
  async "token in the auth option"({ open, version }) {
    if (version !== "4") return inapplicable;
    const socket = open("bad", { auth: (send) => send({ token: "nina" }) });
    await heard(socket, "connect");
    same((await ask(socket, "who")).a, "nina", "account");
  },
  async guest({ connect, place }) {
    const socket = await connect();
    same((await ask(socket, "who")).a, "", "account");
    same(await ask(socket, "join", { room: place("r0") }), { ok: true }, "join");
  },
  async "bad token"({ open, version }) {
    const socket = open("bad", { reconnection: false });
    let connected = false;
    if (version === "4")
      socket.on("connect", () => {
        connected = true;
      });
    const error = await heard(socket, version === "4" ? "connect_error" : "error");
    same(error.message ?? error, "invalid token", "text");
    same(connected, false, "connected");
  },
  async "foreign namespace"({ manager, version }) {
    if (version !== "4") return inapplicable;
    const socket = manager("tom").socket("/secret");
    const error = await heard(socket, "connect_error");
    same(error.message, "Invalid namespace", "text");
  },
  async "answer to the client"({ connect }) {
    const v = { x: [1, "deux", null, { y: 0.5 }] };
    same(await ask(await connect("tom"), "echo", { v }), { ok: true, v }, "echo");
  },
  async unicode({ connect }) {
    const v = "é€漢字😀👩‍👩‍👧 \u2028 \u0000 \u001e end";
    same((await ask(await connect("tom"), "echo", { v })).v, v, "echo");
  },
  async "100 kB"({ connect }) {
    const v = "é".repeat(50000);
    same((await ask(await connect("tom"), "echo", { v })).v, v, "echo");
  },
  async "bytes to the server"({ connect }) {
    const v = Buffer.from([0, 1, 2, 253, 254, 255, 4, 30]);
    const text = v.toString("base64");
    const answer = await ask(await connect("tom"), "bytes", { v, w: [v] });
    same(answer, { ok: true, v: text, w: [text] }, "answer");
  },
  async "to a room, not to oneself"({ connect, place }) {
    const [a, b, c] = await Promise.all([connect("a"), connect("b"), connect("c")]);
    await ask(a, "join", { room: place("r1") });
    await ask(b, "join", { room: place("r1") });
    let leaked = 0;
    a.on("said", () => leaked++);
    c.on("said", () => leaked++);
    const message = heard(b, "said");
    a.emit("say", { room: place("r1"), v: 1 });
    same(await message, { v: 1 }, "message");
    await ask(b, "leave", { room: place("r1") });
    b.on("said", () => leaked++);
    await ask(a, "say", { room: place("r1"), v: 2 });
    await ask(b, "who");
    same(leaked, 0, "leaks");
  },
  async "fifty in order"({ connect, place }) {
    const [hears, says] = await Promise.all([connect("a"), connect("b")]);
    await ask(hears, "join", { room: place("r2") });
    const got = [];
    const all = new Promise((done) => {
      hears.on("said", ({ v }) => got.push(v) === 50 && done());
    });
    for (let v = 0; v < 50; v++) says.emit("say", { room: place("r2"), v });
    await within(all, "fifty");
    same(got, [...Array(50).keys()], "order");
  },
  async "events of a person"({ connect, place }) {
    const [model, fan] = await Promise.all([connect(place("model")), connect("fan")]);
    const names = [
      "private-chat-request",
      "tipped",
      "purchase_media_item_success",
      "nofify_read_messages_in_conversation",
    ];
    for (const name of names) {
      const event = heard(model, name);
      fan.emit("notify", { room: `account:${place("model")}`, name, v: name });
      same(await event, { v: name }, name);
    }
  },
  async "three heartbeats"({ connect }) {
    const socket = await connect("tom");
    let lost = null;
    socket.on("disconnect", (reason) => {
      lost = reason;
    });
    await sleep(2200); // the server pings every 600 ms
    same(lost, null, "lost");
    same((await ask(socket, "echo", { v: 1 })).v, 1, "echo");
  },
  async "reconnect and log in again"({ connect, place, version }) {
    const socket = await connect("tom");
    const manager = version === "4" ? socket.io : socket;
    const states = [];
    manager.on(version === "4" ? "reconnect_attempt" : "reconnecting", () =>
      states.push("reconnecting"),
    );
    const back = heard(manager, "reconnect");
    socket.io.engine.close();
    await back;
    if (!socket.connected) await heard(socket, "connect");
    if (states.length === 0) throw new Error("no reconnecting state");
    same(await ask(socket, "auth/login", { token: place("nina") }), { ok: true }, "login");
    const event = heard(socket, "tipped");
    socket.emit("notify", { room: `account:${place("nina")}`, name: "tipped", v: 5 });
    same(await event, { v: 5 }, "event");
  },
  async "server restart"({ connect, version }) {
    const socket = await connect("tom");
    const back = heard(version === "4" ? socket.io : socket, "reconnect");
    const lost = heard(socket, "disconnect");
    await fetch(`${url}/lost`, { method: "POST" });
    same(["transport close", "transport error"].includes(await lost), true, "reason");
    await back;
  },
  async "logged out elsewhere"({ connect, place }) {
    const socket = await connect(place("olga"));
    const told = heard(socket, "session/revoked");
    const lost = heard(socket, "disconnect");
    socket.emit("revoke", { session: place("olga"), reason: "logout" });
    same(await told, { reason: "logout" }, "event");
    same(await lost, "io server disconnect", "reason");
  },
  async "unknown event, twice"({ connect }) {
    const socket = await connect("tom");
    same(await ask(socket, "no/such", {}), { error: "There is no such event." }, "first");
    const lost = heard(socket, "disconnect");
    socket.emit("no/such", {});
    same(await lost, "io server disconnect", "reason");
  },
  async upgrade({ connect, upgrades }) {
    if (!upgrades) return inapplicable;
    const socket = await connect("tom");
    await upgraded(socket);
    same((await ask(socket, "echo", { v: 1 })).v, 1, "echo");
  },
  async "upgrade under traffic"({ connect, upgrades }) {
    if (!upgrades) return inapplicable;
    const says = await connect("p", { transports: ["websocket"] });
    let n = 0;
    const traffic = setInterval(() => says.emit("say", { room: "site", v: n++ }), 3);
    try {
      for (let k = 0; k < 5; k++) {
        const got = [];
        const socket = await connect("tom", {}, (s) => s.on("said", ({ v }) => got.push(v)));
        await upgraded(socket);
        await sleep(150);
        socket.close();
        const gap = got.findIndex((v, i) => i > 0 && v !== got[i - 1] + 1);
        if (gap > 0) throw new Error(`after ${got[gap - 1]} came ${got[gap]}`);
        if (got.length < 10) throw new Error(`only ${got.length} messages`);
      }
    } finally {
      clearInterval(traffic);
    }
  },
};

async function run(version, transport, name, story) {
  const open = [];
  const options = (token, more) => ({
    transports: transport,
    query: token ? { token } : {},
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 100,
    randomizationFactor: 0,
    timeout: 4000,
    ...more,
  });
  const tools = {
    version,
    upgrades: transport.length > 1,
    place: (name) => `${name}-${transport.join("-")}`, // of this run alone
    open(token, more) {
      const socket = clients[version](url, options(token, more));
      open.push(socket);
      return socket;
    },
    async connect(token, more, prepare) {
      const socket = tools.open(token, more);
      prepare?.(socket);
      await heard(socket, "connect");
      return socket;
    },
    manager(token) {
      const { Manager } = require("socket.io-client");
      const manager = new Manager(url, options(token));
      open.push({ io: manager, close: () => manager._close() });
      return manager;
    },
  };
  const result = { client: version, transports: transport.join("+"), name };
  try {
    result.skip = (await within(story(tools), "end", 15000)) === inapplicable;
  } catch (error) {
    result.error = error.message;
  }
  for (const socket of open) {
    socket.io.reconnection(false);
    socket.close();
  }
  if (!result.skip) console.log(JSON.stringify(result));
}

// Version 2 throws what an application would: a late error of a closed socket
// must not end the run unseen.
process.on("uncaughtException", (error) => {
  console.log(JSON.stringify({ client: "?", transports: "?", name: "crash", error: error.stack }));
  process.exit(1);
});

for (const version of Object.keys(clients)) {
  await Promise.all(
    transports.map(async (transport) => {
      for (const [name, story] of Object.entries(cases)) {
        if (name !== "server restart") await run(version, transport, name, story);
      }
    }),
  );
  // Alone, because it takes everybody's connection down.
  for (const transport of transports)
    await run(version, transport, "server restart", cases["server restart"]);
}
process.exit(0);
