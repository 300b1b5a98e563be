import { DoorOpen, Users } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { TipButton } from "@/chat/TipButton";
import type { TipPanel } from "@/declared/slots";
import type { Profile } from "@/performers/types";
import { LeaveShowGuard } from "@/shows/LeaveShowGuard";
import { LowWarning, MeterStrip } from "@/shows/MeterStrip";
import { Rail, Shade } from "@/shows/OverPicture";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Sheet } from "@/ui/Dialog";
import { useWakeLock } from "@/ui/useWakeLock";
import { useWide } from "@/ui/useWide";
import { leaveSeat, type Show } from "./api";
import { Participants } from "./Participants";
import { SeatBadges, SeatStage, useSeatStage } from "./SeatStage";
import { ShowChat } from "./ShowChat";
import type { Seat } from "./seat";
import { t } from "./texts";

type SeatInsideProps = {
  seat: Seat;
  show: Show;
  performer: Profile;
  tipPanel: TipPanel;
  /** Where tokens are bought, when there is such a page. */
  topUp: string | undefined;
};

/** A group show as a member with a seat sees it. */
export function SeatInside(props: SeatInsideProps) {
  const isWide = useWide();
  useWakeLock();
  const { seat, performer } = props;
  return (
    <>
      {isWide ? <Wide {...props} /> : <Phone {...props} />}
      <LeaveShowGuard
        title={t("You are in a group show")}
        description={t(
          "Leaving this page gives your seat up. The minute that runs is paid; nothing follows.",
        )}
        isOn={() => seat.store.getState().phase === "in"}
        endsWithTab={false}
        onEnd={() => leaveSeat(performer._id)}
        verb={t("Leave the show")}
      />
    </>
  );
}

function titleOf({ show, performer }: SeatInsideProps): string {
  return show.title || t("Group chat with {name}", { name: performer.name });
}

/** Phone: she is the screen; everything else lies over it within the thumb's reach. */
function Phone(props: SeatInsideProps) {
  const { seat, show, performer, tipPanel } = props;
  const stage = useSeatStage(seat, show);
  const [sheet, setSheet] = useState<"tip" | "people">();
  const close = () => setSheet(undefined);
  return (
    <div className="screen">
      <div className="absolute inset-0">
        <SeatStage {...stage} show={show} performer={performer} cover>
          <Shade />
        </SeatStage>
      </div>
      <div className="absolute inset-x-0 top-0 grid gap-2 p-3 pt-[max(12px,env(safe-area-inset-top))]">
        <div className="flex min-h-11 items-center gap-2">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
            <SeatBadges {...stage} show={show} />
          </div>
          <LeaveButton seat={seat} brief />
        </div>
        <h1 className="truncate text-label font-bold">{titleOf(props)}</h1>
        <div className="justify-self-start">
          <Sums {...props} over />
        </div>
        <Warning {...props} />
      </div>
      <Rail>
        <IconButton
          label={t("People in this show")}
          variant="overlay"
          onClick={() => setSheet("people")}
        >
          <Users size={20} aria-hidden />
        </IconButton>
      </Rail>
      <div className="absolute inset-x-0 bottom-0 flex h-[38%] flex-col pb-[max(12px,env(safe-area-inset-bottom))] [&>section>*:first-child]:me-16">
        <ShowChat
          key={show.conversation}
          conversationId={show.conversation}
          over
          beside={tipPanel && <TipButton onPress={() => setSheet("tip")} />}
        />
      </div>
      <Sheet
        open={sheet === "tip"}
        onClose={close}
        title={t("Tip {name}", { name: performer.name })}
      >
        {tipPanel?.({ performer, conversationId: show.conversation, roomy: true, onSent: close })}
      </Sheet>
      <Sheet open={sheet === "people"} onClose={close} title={t("People in this show")} width="lg">
        <Participants show={show} />
      </Sheet>
    </div>
  );
}

/** Desktop: the stage and who is there at the left, chat and tips at the right. */
function Wide(props: SeatInsideProps) {
  const { seat, show, performer, tipPanel } = props;
  const stage = useSeatStage(seat, show);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_388px]">
      <div className="mx-auto grid w-full max-w-[calc((100dvh-230px)*16/9)] min-w-0 content-start gap-4 p-6">
        <div className="relative aspect-video overflow-hidden rounded-xl bg-black text-white">
          <SeatStage
            {...stage}
            show={show}
            performer={performer}
            bar={{ end: <LeaveButton seat={seat} /> }}
          >
            <div className="pointer-events-none absolute inset-x-0 top-0 flex items-center gap-2 bg-linear-to-b from-black/60 to-transparent p-4 pb-10">
              <SeatBadges {...stage} show={show} />
            </div>
          </SeatStage>
        </div>
        <h1 className="text-h2 font-bold [overflow-wrap:anywhere]">{titleOf(props)}</h1>
        <Warning {...props} />
        <Sums {...props} />
        <Participants show={show} />
      </div>
      <aside
        aria-label={t("Chat")}
        className="sticky top-(--header) flex h-[calc(100dvh-var(--header))] flex-col border-s border-line bg-s1"
      >
        <ShowChat
          key={show.conversation}
          conversationId={show.conversation}
          above={
            tipPanel && (
              <div className="border-b border-line px-4 py-3.5">
                {tipPanel({ performer, conversationId: show.conversation })}
              </div>
            )
          }
        />
      </aside>
    </div>
  );
}

function useMetered({ seat, show }: SeatInsideProps) {
  const { phase, meter, meterAt } = useStore(seat.store);
  if (meter === undefined || phase === "waiting") return undefined;
  return { meter, at: meterAt, runs: show.status === "live" };
}

function Sums({ over = false, ...props }: SeatInsideProps & { over?: boolean }) {
  const metered = useMetered(props);
  return metered && <MeterStrip {...metered} over={over} />;
}

function Warning(props: SeatInsideProps) {
  const metered = useMetered(props);
  return metered && <LowWarning {...metered} topUp={props.topUp} />;
}

function LeaveButton({ seat, brief = false }: { seat: Seat; brief?: boolean }) {
  const waiting = useStore(seat.store, ({ phase }) => phase === "waiting");
  const [asking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const label = waiting ? t("Give the seat back") : t("Leave");
  return (
    <>
      {brief ? (
        <IconButton label={label} variant="brand" onClick={ask}>
          <DoorOpen size={20} aria-hidden />
        </IconButton>
      ) : (
        <Button variant="brand" onClick={ask}>
          <DoorOpen size={18} aria-hidden />
          {label}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={waiting ? t("Give your seat back?") : t("Leave the group show?")}
        description={
          waiting
            ? t("Nothing has been charged.")
            : t("The minute that runs is paid; nothing follows.")
        }
        verb={waiting ? t("Give it back") : t("Leave")}
        onConfirm={seat.stand}
      />
    </>
  );
}
