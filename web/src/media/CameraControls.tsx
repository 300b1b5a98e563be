import { Mic, MicOff, Video, VideoOff } from "lucide-react";
import { useStore } from "zustand";
import { IconButton } from "@/ui/Button";
import type { Camera } from "./camera";
import { FlipIcon, useHasTwoSides } from "./Flip";

/** The buttons over one's own picture: microphone, camera, and the other side of a phone. */
export function CameraControls({ camera }: { camera: Camera }) {
  const { audio, isMicrophoneOn, isCameraOn } = useStore(camera.store);
  const canFlip = useHasTwoSides(camera);
  return (
    <>
      {audio && (
        <IconButton
          label={isMicrophoneOn ? "Mute microphone" : "Unmute microphone"}
          variant={isMicrophoneOn ? "overlay" : "brand"}
          onClick={() => camera.setMicrophoneOn(!isMicrophoneOn)}
        >
          {isMicrophoneOn ? <Mic size={20} aria-hidden /> : <MicOff size={20} aria-hidden />}
        </IconButton>
      )}
      <IconButton
        label={isCameraOn ? "Turn camera off" : "Turn camera on"}
        variant={isCameraOn ? "overlay" : "brand"}
        onClick={() => camera.setCameraOn(!isCameraOn)}
      >
        {isCameraOn ? <Video size={20} aria-hidden /> : <VideoOff size={20} aria-hidden />}
      </IconButton>
      {canFlip && isCameraOn && (
        <IconButton label="Switch camera" variant="overlay" onClick={camera.flip}>
          <FlipIcon />
        </IconButton>
      )}
    </>
  );
}
