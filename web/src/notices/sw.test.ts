const files = import.meta.glob<string>("../../public/sw.js", {
  query: "?raw",
  import: "default",
  eager: true,
});

const origin = "https://site.example";

type Event = Record<string, unknown>;

/** The service worker in a browser with some tabs open. */
function worker(...tabs: string[]) {
  const done: unknown[][] = [];
  const listeners = new Map<string, (event: Event) => void>();
  const note =
    (what: string) =>
    async (...args: unknown[]) => {
      done.push([what, ...args]);
    };
  const self = {
    location: new URL(`${origin}/sw.js`),
    navigator: { setAppBadge: note("badge"), clearAppBadge: note("no badge") },
    registration: {
      showNotification: note("show"),
      pushManager: {
        subscribe: async (options: unknown) => {
          done.push(["subscribe", options]);
          return subscription("https://push.example.net/new");
        },
      },
    },
    clients: {
      claim: note("claim"),
      openWindow: note("open"),
      matchAll: async () => tabs.map((url) => ({ url, focus: note(`focus ${url}`) })),
    },
    skipWaiting: note("skip"),
    addEventListener: (name: string, listener: (event: Event) => void) =>
      listeners.set(name, listener),
  };
  const answers = { status: 200 };
  const fetched = async (address: string, request: { body?: string }) => {
    done.push(["fetch", address, request.body]);
    return new Response(JSON.stringify({ data: { key: "KEY" } }), answers);
  };
  const [text] = Object.values(files);
  if (text === undefined) throw new Error("public/sw.js is not there");
  new Function("self", "fetch", text)(self, fetched);
  return {
    done,
    answers,
    async hear(name: string, event: Event = {}) {
      let until: unknown;
      listeners.get(name)?.({ ...event, waitUntil: (work: unknown) => (until = work) });
      await until;
    },
  };
}

const subscription = (endpoint: string) => ({
  toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: "p", auth: "a" } }),
});
const pushed = (payload: unknown) => ({ data: { json: () => payload } });
const pressed = (link?: string) => ({ notification: { close: () => {}, data: { link } } });

test("a push is shown, and the badge is what is unread", async () => {
  const sw = worker();
  await sw.hear(
    "push",
    pushed({ title: "News", body: "Nina is live", link: "/nina", tag: "t", icon: "/i", unread: 7 }),
  );
  expect(sw.done).toEqual([
    [
      "show",
      "News",
      { body: "Nina is live", data: { link: "/nina" }, icon: "/i", tag: "t", renotify: true },
    ],
    ["badge", 7],
  ]);
});

test("a push that says little is shown, too", async () => {
  const sw = worker();
  const nothing = ["show", "site.example", { body: "", data: { link: undefined } }];
  await sw.hear("push", pushed({}));
  await sw.hear("push");
  await sw.hear("push", {
    data: {
      json: () => {
        throw new SyntaxError("no JSON");
      },
    },
  });
  expect(sw.done).toEqual([nothing, nothing, nothing]);
  await sw.hear("push", pushed({ title: "Read", unread: 0 }));
  expect(sw.done.at(-1)).toEqual(["no badge"]);
});

test("pressing it goes to the tab at its link, or opens one", async () => {
  const sw = worker(`${origin}/`, `${origin}/messages?id=1#end`);
  await sw.hear("notificationclick", pressed("/messages?id=1"));
  await sw.hear("notificationclick", pressed("/nina"));
  await sw.hear("notificationclick", pressed());
  expect(sw.done).toEqual([
    [`focus ${origin}/messages?id=1#end`],
    ["open", `${origin}/nina`],
    [`focus ${origin}/`],
  ]);
});

test("no link leads away from the site", async () => {
  for (const link of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "javascript:alert(1)",
    "http://[",
  ]) {
    const sw = worker();
    await sw.hear("notificationclick", pressed(link));
    expect(sw.done).toEqual([["open", `${origin}/`]]);
  }
});

test("what the browser has replaced is subscribed again", async () => {
  const sw = worker();
  await sw.hear("pushsubscriptionchange");
  await sw.hear("pushsubscriptionchange", {
    newSubscription: subscription("https://push.example.net/its"),
  });
  const told = (endpoint: string) => JSON.stringify({ endpoint, keys: { p256dh: "p", auth: "a" } });
  expect(sw.done).toEqual([
    ["fetch", "/api/notices/push-key", undefined],
    ["subscribe", { userVisibleOnly: true, applicationServerKey: "KEY" }],
    ["fetch", "/api/notices/subscriptions", told("https://push.example.net/new")],
    ["fetch", "/api/notices/push-key", undefined],
    ["fetch", "/api/notices/subscriptions", told("https://push.example.net/its")],
  ]);
});

test("who has logged out is not subscribed again", async () => {
  const sw = worker();
  sw.answers.status = 401;
  await sw.hear("pushsubscriptionchange");
  expect(sw.done).toEqual([["fetch", "/api/notices/push-key", undefined]]);
});

test("it answers no request of a page", async () => {
  const sw = worker();
  await sw.hear("fetch", { request: {} });
  await sw.hear("install");
  await sw.hear("activate");
  expect(sw.done).toEqual([["skip"], ["claim"]]);
});
