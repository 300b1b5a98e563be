import { Users } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { Rail, Shade } from "@/shows/OverPicture";
import { IconButton } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { Tabs } from "@/ui/Tabs";
import { AwaySwitch } from "./AwaySwitch";
import { BringHere, MyControls } from "./Controls";
import { EarnedStrip } from "./EarnedStrip";
import { useGoalSlot } from "./goals";
import { HeadlineButton } from "./Headline";
import { OnAirBadges, QualityNote } from "./OnAirBadges";
import { ClearChat, OwnChat } from "./OwnChat";
import { Picture, StageSound } from "./Picture";
import { StopButton } from "./StopButton";
import type { OpenStage } from "./stage";
import { TipList } from "./TipList";
import { t } from "./texts";
import { ViewerList, viewersOf } from "./ViewerList";
import { useWheelSlot } from "./wheel";

/** Phone: the picture is the screen; chat and controls lie over it within the thumb's reach. */
export function PhoneOnAir({ stage }: { stage: OpenStage }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="screen">
      <h1 className="sr-only">{t("Your show")}</h1>
      <Picture stage={stage} cover />
      <Shade />
      <div className="absolute inset-x-0 top-0 flex items-start gap-2 p-3 pt-[max(12px,env(safe-area-inset-top))]">
        <div className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-1.5">
          <OnAirBadges stage={stage} />
          <EarnedStrip over />
          <QualityNote broadcast={stage.broadcast} brief />
        </div>
        <StopButton broadcast={stage.broadcast} brief />
      </div>
      <Rail className="landscape:grid-cols-2">
        <MyControls stage={stage} />
        <IconButton label={t("Viewers and tips")} variant="overlay" onClick={() => setIsOpen(true)}>
          <Users size={20} aria-hidden />
        </IconButton>
      </Rail>
      <div className="absolute inset-x-0 bottom-0 flex h-[44%] flex-col pb-[max(12px,env(safe-area-inset-bottom))] [&>*:first-child]:me-16 landscape:[&>*:first-child]:me-32">
        <OwnChat stage={stage} over />
      </div>
      <div className="absolute inset-x-0 top-[calc(max(12px,env(safe-area-inset-top))+56px)] grid justify-items-center gap-2 px-3">
        <BringHere stage={stage} />
        <StageSound stage={stage} />
      </div>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t("Your room")} width="lg">
        <People stage={stage} />
      </Sheet>
    </div>
  );
}

function People({ stage }: { stage: OpenStage }) {
  const [side, setSide] = useState<"viewers" | "tips" | "goals" | "wheel">("viewers");
  const goals = useGoalSlot();
  const wheel = useWheelSlot();
  const { show } = useStore(stage.broadcast.store);
  const tabs = [
    { id: "viewers", label: t("Viewers"), count: viewersOf(stage).total },
    { id: "tips", label: t("Tips") },
    ...(goals ? [{ id: "goals", label: t("Goals") } as const] : []),
    ...(wheel ? [{ id: "wheel", label: t("Wheel") } as const] : []),
  ] as const;
  return (
    <div className="-mx-5 flex h-[60dvh] flex-col">
      <Tabs label={t("Your room")} tabs={tabs} selected={side} onSelect={setSide} fill>
        {side === "viewers" && <ViewerList stage={stage} />}
        {side === "tips" && <TipList broadcast={stage.broadcast} />}
        {side === "wheel" && (
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">{wheel}</div>
        )}
        {side === "goals" && <div className="min-h-0 flex-1 overflow-y-auto p-4">{goals}</div>}
      </Tabs>
      <div className="grid gap-2 border-t border-line px-5 pt-3">
        <HeadlineButton title={show?.title} />
        <AwaySwitch />
      </div>
      <div className="px-3">
        <ClearChat conversationId={stage.conversationId} />
      </div>
    </div>
  );
}
