import { api, unwrap } from "@/api/client";

/**
 * Whether this browser tells its person what happens while the site is closed. Denied: they have
 * forbidden it, which only the browser's own settings undo.
 */
export type PushState = "unsupported" | "denied" | "off" | "on";

const supported = () =>
  "serviceWorker" in navigator && "PushManager" in window && typeof Notification !== "undefined";

/** How it is now. It asks the person nothing. */
export async function pushState(): Promise<PushState> {
  if (!supported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await subscribed();
  if (subscription === undefined || Notification.permission !== "granted") return "off";
  // The login may have ended since, and another one begun: then the server knows of none.
  const known = await pushKey();
  return known.subscribed && isFor(subscription, known.key) ? "on" : "off";
}

/**
 * Subscribes this browser. Call it from a person's own click, before anything is awaited: only
 * there does a browser ask for the permission.
 */
export async function subscribe(): Promise<PushState> {
  if (!supported()) return "unsupported";
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const { key } = await pushKey();
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old !== null && !isFor(old, key)) await old.unsubscribe(); // of other keys of the site
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  try {
    await unwrap(api.POST("/notices/subscriptions", { body: bodyOf(subscription) }));
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** Ends it for this browser. */
export async function unsubscribe(): Promise<PushState> {
  if (!supported()) return "unsupported";
  const subscription = await subscribed();
  if (subscription !== undefined) {
    const { endpoint } = subscription;
    await unwrap(api.DELETE("/notices/subscriptions", { body: { endpoint } }));
    await subscription.unsubscribe();
  }
  return Notification.permission === "denied" ? "denied" : "off";
}

/** Sends a notification to this browser, so that a person sees that it works. */
export const tryPush = () => unwrap(api.POST("/notices/subscriptions/test"));

const pushKey = () => unwrap(api.GET("/notices/push-key"));

async function subscribed(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

function bodyOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined)
    throw new Error("the browser gave a subscription without keys");
  return { endpoint, keys: { p256dh, auth } };
}

/** Whether a subscription is for a public key in base64url. */
function isFor(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  if (own === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key;
}
