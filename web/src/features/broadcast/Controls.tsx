import { Mic, MicOff, MonitorSmartphone, Video, VideoOff } from "lucide-react";
import { useStore } from "zustand";
import { FlipIcon, useHasTwoSides } from "@/media/Flip";
import { Button, IconButton } from "@/ui/Button";
import type { Stage } from "./stage";

type ControlProps = { stage: Stage };

export function MicButton({ stage: { camera, broadcast } }: ControlProps) {
  const { audio, isMicrophoneOn } = useStore(camera.store);
  const source = useStore(broadcast.store, (state) => state.source);
  if (source !== "here" || audio === undefined) return null;
  return (
    <IconButton
      label={isMicrophoneOn ? "Mute microphone" : "Unmute microphone"}
      variant={isMicrophoneOn ? "overlay" : "brand"}
      onClick={() => camera.setMicrophoneOn(!isMicrophoneOn)}
    >
      {isMicrophoneOn ? <Mic size={20} aria-hidden /> : <MicOff size={20} aria-hidden />}
    </IconButton>
  );
}

export function CameraButton({ stage: { camera, broadcast } }: ControlProps) {
  const isCameraOn = useStore(camera.store, (state) => state.isCameraOn);
  const source = useStore(broadcast.store, (state) => state.source);
  if (source !== "here") return null;
  return (
    <IconButton
      label={isCameraOn ? "Turn camera off" : "Turn camera on"}
      variant={isCameraOn ? "overlay" : "brand"}
      onClick={() => camera.setCameraOn(!isCameraOn)}
    >
      {isCameraOn ? <Video size={20} aria-hidden /> : <VideoOff size={20} aria-hidden />}
    </IconButton>
  );
}

/** The other side of a phone. */
export function FlipButton({ stage: { camera, broadcast } }: ControlProps) {
  const isCameraOn = useStore(camera.store, (state) => state.isCameraOn);
  const source = useStore(broadcast.store, (state) => state.source);
  const canFlip = useHasTwoSides(camera);
  if (source !== "here" || !canFlip || !isCameraOn) return null;
  return (
    <IconButton label="Switch camera" variant="overlay" onClick={camera.flip}>
      <FlipIcon />
    </IconButton>
  );
}

/** What is sent from elsewhere can be brought here, by way of the device check. */
export function BringHere({ stage: { broadcast } }: ControlProps) {
  const source = useStore(broadcast.store, (state) => state.source);
  if (source === "here") return null;
  return (
    <Button variant="overlay" onClick={broadcast.check}>
      <MonitorSmartphone size={18} aria-hidden />
      Broadcast from here instead
    </Button>
  );
}
