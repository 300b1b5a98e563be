import { Square, Users } from "lucide-react";
import { useState } from "react";
import { CameraControls } from "@/media/CameraControls";
import { SoundTrouble } from "@/media/StageTrouble";
import { useSettings } from "@/settings/api";
import { LeaveShowGuard } from "@/shows/LeaveShowGuard";
import { Rail, Shade } from "@/shows/OverPicture";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Sheet } from "@/ui/Dialog";
import { useNow } from "@/ui/useNow";
import { useWakeLock } from "@/ui/useWakeLock";
import { useWide } from "@/ui/useWide";
import type { Performer, Show } from "./api";
import { Earned } from "./Earned";
import { OwnBadges, OwnPicture } from "./OwnPicture";
import type { OwnGroup } from "./own";
import { Participants } from "./Participants";
import { ShowChat } from "./ShowChat";
import { t } from "./texts";

type OwnStageProps = { own: OwnGroup; show: Show; performer: Performer };

/** The running group show of its performer. */
export function OwnStage(props: OwnStageProps) {
  const isWide = useWide();
  useWakeLock();
  const { own } = props;
  const sends = props.show.publish !== undefined;
  return (
    <>
      {isWide ? <Wide {...props} /> : <Phone {...props} />}
      <LeaveShowGuard
        title={t("Your group show is on")}
        description={t("Leaving this page ends it for everybody who has a seat.")}
        isOn={() => sends && own.store.getState().phase === "on"}
        endsWithTab={sends}
        onEnd={own.stop}
      />
    </>
  );
}

/** Phone: the picture is the screen; chat and controls lie over it within the thumb's reach. */
function Phone({ own, show, performer }: OwnStageProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="screen">
      <h1 className="sr-only">{show.title || t("Your group show")}</h1>
      <OwnPicture own={own} show={show} cover />
      <Shade />
      <div className="absolute inset-x-0 top-0 grid gap-2 p-3 pt-[max(12px,env(safe-area-inset-top))]">
        <div className="flex items-start gap-2">
          <div className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-1.5">
            <OwnBadges own={own} show={show} />
          </div>
          <EndButton own={own} brief />
        </div>
        <div className="justify-self-start">
          <Earned show={show} over />
        </div>
        <p
          role="status"
          className="max-w-sm justify-self-start rounded-md bg-black/55 px-3 py-1.5 text-caption"
        >
          <Terms show={show} performer={performer} />
        </p>
        {show.publish && <SoundTrouble camera={own.camera} />}
      </div>
      <Rail className="landscape:grid-cols-2">
        {show.publish && <CameraControls camera={own.camera} />}
        <IconButton
          label={t("People and earnings")}
          variant="overlay"
          onClick={() => setIsOpen(true)}
        >
          <Users size={20} aria-hidden />
        </IconButton>
      </Rail>
      <div className="absolute inset-x-0 bottom-0 flex h-[38%] flex-col pb-[max(12px,env(safe-area-inset-bottom))] [&>section>*:first-child]:me-16 landscape:[&>section>*:first-child]:me-32">
        <ShowChat key={show.conversation} conversationId={show.conversation} owned over />
      </div>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t("Your group show")} width="lg">
        <div className="grid gap-4">
          <Earned show={show} />
          <Participants show={show} />
        </div>
      </Sheet>
    </div>
  );
}

/** Desktop: the stage and who has a seat at the left, the chat at the right. */
function Wide({ own, show, performer }: OwnStageProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_388px]">
      <div className="mx-auto grid w-full max-w-[calc((100dvh-230px)*16/9)] min-w-0 content-start gap-4 p-6">
        <div className="relative aspect-video overflow-hidden rounded-xl bg-black text-white">
          <OwnPicture own={own} show={show} />
          <div className="absolute inset-x-0 top-0 flex items-center gap-2 bg-linear-to-b from-black/60 to-transparent p-4 pb-10">
            <OwnBadges own={own} show={show} />
          </div>
          <div className="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-linear-to-t from-black/60 to-transparent p-4 pt-10">
            {show.publish && <CameraControls camera={own.camera} />}
            {show.publish && <SoundTrouble camera={own.camera} />}
            <span className="ms-auto" />
            <EndButton own={own} />
          </div>
        </div>
        <div>
          <h1 className="text-h2 font-bold [overflow-wrap:anywhere]">
            {show.title || t("Your group show")}
          </h1>
          <p role="status" className="mt-0.5 text-label font-normal text-fg2">
            <Terms show={show} performer={performer} />
          </p>
        </div>
        <Earned show={show} />
        <Participants show={show} />
      </div>
      <aside className="sticky top-(--header) flex h-[calc(100dvh-var(--header))] flex-col border-s border-line bg-s1">
        <ShowChat key={show.conversation} conversationId={show.conversation} owned />
      </aside>
    </div>
  );
}

/** What the members pay now, or why nobody does. */
function Terms({ show, performer }: { show: Show; performer: Performer }) {
  switch (show.status) {
    case "starting":
      return t(
        "It starts by itself as soon as enough members have a seat. Nobody sees you or pays before.",
      );
    case "paused":
      return <StandsStill show={show} />;
    default:
      return t("Everybody pays {count, plural, one {# token} other {# tokens}} a minute.", {
        count: show.price ?? performer.groupPrice,
      });
  }
}

const causes = (): Record<NonNullable<Show["lostCause"]>, string> => ({
  camera_off: t("Your camera is off."),
  no_frames: t("Your camera sends no picture."),
  line_lost: t("Your connection to the show is lost."),
  member_lost: "",
});

function StandsStill({ show: { lostCause, lostAt } }: { show: Show }) {
  const { reconnectSeconds } = useSettings();
  const now = useNow();
  const passed = lostAt === undefined ? 0 : (now - Date.parse(lostAt)) / 1000;
  const left = Math.max(0, Math.ceil(reconnectSeconds - passed));
  return (
    <>
      {lostCause && causes()[lostCause]}{" "}
      {t("All meters stand still: nobody pays until your picture is back.")}
      {lostAt !== undefined && left > 0 && (
        <span role="timer" aria-label={t("Time left")}>
          {" "}
          {t("The show ends in {count, plural, one {# second} other {# seconds}} otherwise.", {
            count: left,
          })}
        </span>
      )}
    </>
  );
}

function EndButton({ own, brief = false }: { own: OwnGroup; brief?: boolean }) {
  const [asking, setAsking] = useState(false);
  const icon = <Square size={16} fill="currentColor" aria-hidden />;
  return (
    <>
      {brief ? (
        <IconButton label={t("End show")} variant="brand" onClick={() => setAsking(true)}>
          {icon}
        </IconButton>
      ) : (
        <Button variant="brand" onClick={() => setAsking(true)}>
          {icon}
          {t("End show")}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("End the group show?")}
        description={t(
          "Everybody leaves, and the unused part of the running minute is given back to them.",
        )}
        verb={t("End the show")}
        onConfirm={own.stop}
      />
    </>
  );
}
