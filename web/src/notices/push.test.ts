import { HttpResponse, http } from "msw";
import { server } from "@/testing/server";
import { showBadge } from "./badge";
import { type PushState, pushState, subscribe, unsubscribe } from "./push";

const key =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0))
    .buffer;

/** A browser, as its person has answered it, and the server that it knows. */
function browser(answer: NotificationPermission, before: NotificationPermission = "default") {
  const asked: string[] = [];
  const told: unknown[] = [];
  const state = { serverKnows: false, refuses: false, subscriptionKey: "" };
  const subscription = () => ({
    endpoint: "https://push.example.net/1",
    options: { applicationServerKey: bytesOf(state.subscriptionKey) },
    toJSON: () => ({
      endpoint: "https://push.example.net/1",
      expirationTime: null,
      keys: { p256dh: "p", auth: "a" },
    }),
    unsubscribe: async () => {
      asked.push("unsubscribe");
      state.subscriptionKey = "";
      return true;
    },
  });
  const shown = [{ close: () => asked.push("close") }];
  const registration = {
    getNotifications: async () => shown,
    pushManager: {
      getSubscription: async () => (state.subscriptionKey === "" ? null : subscription()),
      subscribe: async (options: { userVisibleOnly: boolean; applicationServerKey: string }) => {
        asked.push(`subscribe ${options.userVisibleOnly}`);
        if (state.subscriptionKey !== "") throw new Error("subscribed with other keys");
        state.subscriptionKey = options.applicationServerKey;
        return subscription();
      },
    },
  };
  vi.stubGlobal("PushManager", class {});
  const permissions = {
    permission: before,
    requestPermission: async () => {
      asked.push("permission");
      permissions.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal("Notification", permissions);
  vi.stubGlobal("navigator", {
    serviceWorker: {
      register: async (address: string) => asked.push(`register ${address}`),
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
    setAppBadge: async (n: number) => asked.push(`badge ${n}`),
    clearAppBadge: async () => asked.push("no badge"),
  });
  server.use(
    http.get("*/api/notices/push-key", () =>
      HttpResponse.json({ data: { key, subscribed: state.serverKnows } }),
    ),
    http.post("*/api/notices/subscriptions", async ({ request }) => {
      if (state.refuses)
        return HttpResponse.json({ statusCode: 503, message: "" }, { status: 503 });
      told.push(await request.json());
      state.serverKnows = true;
      return HttpResponse.json({ data: { success: true } });
    }),
    http.delete("*/api/notices/subscriptions", async ({ request }) => {
      told.push(await request.json());
      state.serverKnows = false;
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  return { asked, told, state };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a browser without push says so", async () => {
  expect(await pushState()).toBe<PushState>("unsupported");
  expect(await subscribe()).toBe("unsupported");
  expect(await unsubscribe()).toBe("unsupported");
});

test("only subscribing asks the person, and first of all", async () => {
  const { asked, told } = browser("granted");
  expect(await pushState()).toBe("off");
  expect(asked).toEqual([]);
  expect(await subscribe()).toBe("on");
  expect(asked).toEqual(["permission", "register /sw.js", "subscribe true"]);
  expect(told).toEqual([
    { endpoint: "https://push.example.net/1", keys: { p256dh: "p", auth: "a" } },
  ]);
  expect(await pushState()).toBe("on");
});

test("whoever says no, or nothing, is not subscribed", async () => {
  const no = browser("denied");
  expect(await subscribe()).toBe("denied");
  expect(await pushState()).toBe("denied");
  expect(no.asked).toEqual(["permission"]);
  const nothing = browser("default");
  expect(await subscribe()).toBe("off");
  expect(nothing.told).toEqual([]);
});

test("after another login it is off until somebody wants it again", async () => {
  const { state } = browser("granted");
  await subscribe();
  state.serverKnows = false;
  expect(await pushState()).toBe("off");
});

test("a subscription to other keys of the site is replaced", async () => {
  const { state, asked } = browser("granted", "granted");
  state.subscriptionKey = `A${key.slice(1)}`;
  state.serverKnows = true;
  expect(await pushState()).toBe("off");
  expect(await subscribe()).toBe("on");
  expect(asked).toEqual(["permission", "register /sw.js", "unsubscribe", "subscribe true"]);
  expect(await pushState()).toBe("on");
});

test("what the server did not take is taken back", async () => {
  const { state, asked } = browser("granted");
  state.refuses = true;
  await expect(subscribe()).rejects.toThrow();
  expect(asked.at(-1)).toBe("unsubscribe");
  expect(await pushState()).toBe("off");
});

test("unsubscribing tells the server and the browser", async () => {
  const { told, asked } = browser("granted");
  await subscribe();
  expect(await unsubscribe()).toBe("off");
  expect(told.at(-1)).toEqual({ endpoint: "https://push.example.net/1" });
  expect(asked.at(-1)).toBe("unsubscribe");
  expect(await unsubscribe()).toBe("off"); // there is none any more
});

test("the badge goes down with what is read, and the last one takes the notifications along", async () => {
  const { asked } = browser("granted");
  await showBadge(3);
  await showBadge(0);
  expect(asked).toEqual(["badge 3", "no badge", "close"]);
});
