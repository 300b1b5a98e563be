import { Mic, MicOff, Settings2, Video, VideoOff } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { SoundSwitch } from "@/ui/SoundSwitch";
import type { Camera } from "./camera";
import { DeviceFields } from "./DeviceFields";
import { FlipIcon, useHasTwoSides } from "./Flip";
import { t } from "./texts";

type ControlProps = { camera: Camera };

/** The buttons over one's own picture: microphone, camera, the other side of a phone, and the devices. */
export function CameraControls({ camera }: ControlProps) {
  return (
    <>
      <MicButton camera={camera} />
      <CameraButton camera={camera} />
      <FlipButton camera={camera} />
      <DevicesButton camera={camera} />
    </>
  );
}

/** Mutes the microphone; where there is none it opens one. */
export function MicButton({ camera }: ControlProps) {
  const { audio, isOpening, isMicrophoneOn } = useStore(camera.store);
  const missing = audio === undefined;
  const on = isMicrophoneOn && !missing;
  return (
    <IconButton
      label={missing ? t("Turn microphone on") : on ? t("Mute microphone") : t("Unmute microphone")}
      variant={on ? "overlay" : "brand"}
      disabled={isOpening}
      onClick={() => (missing ? camera.openMicrophone() : camera.setMicrophoneOn(!isMicrophoneOn))}
    >
      {on ? <Mic size={20} aria-hidden /> : <MicOff size={20} aria-hidden />}
    </IconButton>
  );
}

export function CameraButton({ camera }: ControlProps) {
  const isCameraOn = useStore(camera.store, (state) => state.isCameraOn);
  return (
    <IconButton
      label={isCameraOn ? t("Turn camera off") : t("Turn camera on")}
      variant={isCameraOn ? "overlay" : "brand"}
      onClick={() => camera.setCameraOn(!isCameraOn)}
    >
      {isCameraOn ? <Video size={20} aria-hidden /> : <VideoOff size={20} aria-hidden />}
    </IconButton>
  );
}

/** The other side of a phone. */
export function FlipButton({ camera }: ControlProps) {
  const isCameraOn = useStore(camera.store, (state) => state.isCameraOn);
  const canFlip = useHasTwoSides(camera);
  if (!canFlip || !isCameraOn) return null;
  return (
    <IconButton label={t("Switch camera")} variant="overlay" onClick={camera.flip}>
      <FlipIcon />
    </IconButton>
  );
}

/** Another camera or microphone while the show goes on. */
export function DevicesButton({ camera }: ControlProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton label={t("Devices and sound")} variant="overlay" onClick={() => setIsOpen(true)}>
        <Settings2 size={20} aria-hidden />
      </IconButton>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t("Devices and sound")}>
        <div className="grid gap-4">
          <DeviceFields camera={camera} />
          <SoundSwitch />
        </div>
      </Sheet>
    </>
  );
}
