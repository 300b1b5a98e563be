import { Eye, Lock, Mic, MicOff, MonitorSmartphone, PhoneOff, Video, VideoOff } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { countOf } from "@/lib/format";
import { FlipIcon, useHasTwoSides } from "@/media/Flip";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { endShow } from "../api";
import { type Side, showsOwnPicture } from "./side";

/** Microphone, camera, and the other side of a phone: what this side sends. */
export function MyControls({ side }: { side: Side }) {
  const { camera, show, isPerformer, actions } = side;
  const { audio, isMicrophoneOn, isCameraOn } = useStore(camera.store);
  const canFlip = useHasTwoSides(camera);
  const pictured = showsOwnPicture(side);
  if (isPerformer && show.publish === undefined) {
    return (
      <Button variant="overlay" onClick={() => actions.enter(true)}>
        <MonitorSmartphone size={18} aria-hidden />
        Use this camera instead
      </Button>
    );
  }
  return (
    <>
      {audio && show.publish && (
        <IconButton
          label={isMicrophoneOn ? "Mute microphone" : "Unmute microphone"}
          variant={isMicrophoneOn ? "overlay" : "brand"}
          onClick={() => camera.setMicrophoneOn(!isMicrophoneOn)}
        >
          {isMicrophoneOn ? <Mic size={20} aria-hidden /> : <MicOff size={20} aria-hidden />}
        </IconButton>
      )}
      {pictured && (
        <IconButton
          label={isCameraOn ? "Turn camera off" : "Turn camera on"}
          variant={isCameraOn ? "overlay" : "brand"}
          onClick={() => camera.setCameraOn(!isCameraOn)}
        >
          {isCameraOn ? <Video size={20} aria-hidden /> : <VideoOff size={20} aria-hidden />}
        </IconButton>
      )}
      {pictured && canFlip && isCameraOn && (
        <IconButton label="Switch camera" variant="overlay" onClick={camera.flip}>
          <FlipIcon />
        </IconButton>
      )}
    </>
  );
}

/** That nobody else is here, or how many look in. */
export function PrivateBadges({ side: { show } }: { side: Side }) {
  const peekers = show.peekers ?? 0;
  return (
    <>
      <Badge tone="private">
        <Lock size={11} aria-hidden />
        {show.exclusive ? "Exclusive" : "Private"}
      </Badge>
      {peekers > 0 && (
        <Badge tone="overlay">
          <Eye size={12} aria-hidden />
          {countOf(peekers, "person looks", "people look")} in
        </Badge>
      )}
    </>
  );
}

const texts = {
  performer: "The member gets the unused part of the running minute back.",
  member: "The minute that is running is not refunded.",
};

/** Ends the show for both, after one question. */
export function EndButton({ side, brief = false }: { side: Side; brief?: boolean }) {
  const { isPerformer, conversationId, actions } = side;
  const [asking, setAsking] = useState(false);
  return (
    <>
      {brief ? (
        <IconButton label="End the show" variant="brand" onClick={() => setAsking(true)}>
          <PhoneOff size={20} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="brand" onClick={() => setAsking(true)}>
          <PhoneOff size={18} aria-hidden />
          End the show
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="End the private show?"
        description={texts[isPerformer ? "performer" : "member"]}
        verb="End the show now"
        onConfirm={() => endShow(conversationId).then(actions.over)}
      />
    </>
  );
}
