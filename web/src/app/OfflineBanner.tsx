import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** Says that there is no network, while there is none. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div
      role="status"
      className="rise fixed inset-x-4 bottom-[calc(var(--tabbar)+16px)] z-40 mx-auto flex w-fit items-center gap-2.5 rounded-full bg-fg px-4 py-2.5 text-label font-semibold text-bg shadow-float"
    >
      <WifiOff size={17} aria-hidden />
      You are offline. Trying again…
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
