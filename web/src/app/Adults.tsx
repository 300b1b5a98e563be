import { useState } from "react";
import { onDevice } from "@/lib/storage";
import { useSession } from "@/session/api";
import { useSettings } from "@/settings/api";
import { lazyPart } from "@/ui/lazyPart";

const AdultsOnly = lazyPart(() => import("./AdultsOnly").then((file) => file.AdultsOnly));

const key = "adult";

/** Whether this device still has to answer the 18+ popup (spec §2); staff never does. */
export function Adults() {
  const { enablePopup18Plus } = useSettings();
  const { role } = useSession();
  const [confirmed, setConfirmed] = useState(() => onDevice.get(key) === "yes");
  if (!enablePopup18Plus || confirmed || role === "admin") return null;

  function enter() {
    onDevice.set(key, "yes");
    setConfirmed(true);
  }
  return <AdultsOnly onEnter={enter} />;
}
