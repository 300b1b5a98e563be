import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "./texts";

/** Says that there is no network, while there is none. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div
      role="status"
      data-offline
      className="fixed inset-x-0 top-(--strip-development) z-40 flex h-(--strip-offline) items-center justify-center gap-2 bg-gold text-caption font-semibold text-gold-on"
    >
      <WifiOff size={15} aria-hidden />
      {t("You are offline. Trying again…")}
    </div>
  );
}

function subscribe(notify: () => void) {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
}
