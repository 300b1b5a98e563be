import { MonitorSmartphone } from "lucide-react";
import { useStore } from "zustand";
import { CameraControls } from "@/media/CameraControls";
import { Button } from "@/ui/Button";
import type { Stage } from "./stage";
import { t } from "./texts";

type ControlProps = { stage: Stage };

/** What she sends from here: microphone, camera, devices. */
export function MyControls({ stage: { camera, broadcast } }: ControlProps) {
  const source = useStore(broadcast.store, (state) => state.source);
  return source === "here" ? <CameraControls camera={camera} /> : null;
}

/** What is sent from elsewhere can be brought here, by way of the device check. */
export function BringHere({ stage: { broadcast } }: ControlProps) {
  const source = useStore(broadcast.store, (state) => state.source);
  if (source === "here") return null;
  return (
    <Button variant="overlay" onClick={broadcast.check}>
      <MonitorSmartphone size={18} aria-hidden />
      {t("Broadcast from here instead")}
    </Button>
  );
}
