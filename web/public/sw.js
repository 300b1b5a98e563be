// The service worker, which the browser wakes for a push while the site is closed. It caches
// nothing and answers no request of a page: a new version of the site is simply there.
//
// A push is a JSON object (internal/notices/webpush): title, body, link, tag, icon, unread.

const json = { "Content-Type": "application/json" };

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(tell(read(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

// A push that cannot be read is shown all the same: browsers take the right away from a site that
// shows nothing.
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function tell({ title, body, link, tag, icon, unread }) {
  await self.registration.showNotification(title || self.location.hostname, {
    body: body ?? "",
    data: { link },
    ...(icon && { icon }),
    // A later one of the same tag takes its place, and is heard again.
    ...(tag && { tag, renotify: true }),
  });
  if (Number.isInteger(unread)) await setBadge(unread);
}

async function setBadge(unread) {
  if (!("setAppBadge" in self.navigator)) return;
  await (unread > 0 ? self.navigator.setAppBadge(unread) : self.navigator.clearAppBadge());
}

// Other tabs are left where they are: one of them may be on air.
async function open(link) {
  const address = addressOf(link);
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => tab.url.split("#")[0] === address);
  await (there ? there.focus() : self.clients.openWindow(address));
}

// Where a link leads; home, if it leads away from this site.
function addressOf(link) {
  const home = `${self.location.origin}/`;
  try {
    const address = new URL(link ?? "/", home);
    return address.origin === self.location.origin ? address.href.split("#")[0] : home;
  } catch {
    return home;
  }
}

// The browser has replaced the subscription. Who has logged out meanwhile has none.
async function subscribeAgain({ newSubscription }) {
  const answer = await fetch("/api/notices/push-key", { credentials: "same-origin" });
  if (!answer.ok) return;
  const { data } = await answer.json();
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: data.key,
    }));
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/notices/subscriptions", {
    method: "POST",
    credentials: "same-origin",
    headers: json,
    body: JSON.stringify({ endpoint, keys }),
  });
}
