import { Eye, Lock, MonitorSmartphone, PhoneOff } from "lucide-react";
import { useState } from "react";
import { CameraButton, DevicesButton, FlipButton, MicButton } from "@/media/CameraControls";
import { SoundTrouble } from "@/media/StageTrouble";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { endShow } from "../api";
import { t } from "../texts";
import { type Side, showsOwnPicture } from "./side";

/** Microphone, camera, and the other side of a phone: what this side sends. */
export function MyControls({ side }: { side: Side }) {
  const { camera, show, isPerformer, actions } = side;
  const pictured = showsOwnPicture(side);
  if (isPerformer && show.publish === undefined) {
    return (
      <Button variant="overlay" onClick={() => actions.enter(true)}>
        <MonitorSmartphone size={18} aria-hidden />
        {t("Use this camera instead")}
      </Button>
    );
  }
  return (
    <>
      {show.publish && <MicButton camera={camera} />}
      {pictured && <CameraButton camera={camera} />}
      {pictured && <FlipButton camera={camera} />}
      {show.publish && <DevicesButton camera={camera} />}
    </>
  );
}

/** That the other side does not hear this one. */
export function MySound({ side: { camera, show } }: { side: Side }) {
  return show.publish ? <SoundTrouble camera={camera} /> : null;
}

/** That nobody else is here, or how many look in. */
export function PrivateBadges({ side: { show } }: { side: Side }) {
  const peekers = show.peekers ?? 0;
  return (
    <>
      <Badge tone="private">
        <Lock size={11} aria-hidden />
        {show.exclusive ? t("Exclusive") : t("Private")}
      </Badge>
      {peekers > 0 && (
        <Badge tone="overlay">
          <Eye size={12} aria-hidden />
          {t("{count, plural, one {# person looks in} other {# people look in}}", {
            count: peekers,
          })}
        </Badge>
      )}
    </>
  );
}

const texts = () => ({
  performer: t("The member gets the unused part of the running minute back."),
  member: t("The minute that is running is not refunded."),
  free: t("Nothing is charged yet."),
});

/** Ends the show for both, after one question. */
export function EndButton({ side, brief = false }: { side: Side; brief?: boolean }) {
  const { isPerformer, conversationId, actions, show } = side;
  const isFree = show.meter?.minutes === 0;
  const [asking, setAsking] = useState(false);
  return (
    <>
      {brief ? (
        <IconButton label={t("End the show")} variant="brand" onClick={() => setAsking(true)}>
          <PhoneOff size={20} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="brand" onClick={() => setAsking(true)}>
          <PhoneOff size={18} aria-hidden />
          {t("End the show")}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("End the private show?")}
        description={texts()[isPerformer ? "performer" : isFree ? "free" : "member"]}
        verb={t("End the show now")}
        onConfirm={() => endShow(conversationId).then(actions.over)}
      />
    </>
  );
}
