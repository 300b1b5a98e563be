/**
 * The number on the icon of the installed app. Pushes raise it (`web/public/sw.js`); what is read,
 * here or elsewhere, lowers it, and takes away what is still shown of it when nothing is left.
 */
export async function showBadge(unread: number): Promise<void> {
  if ("setAppBadge" in navigator)
    await (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => {});
  if (unread > 0 || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration("/");
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}
