import { useState } from "react";
import { useStore } from "zustand";
import { Tabs } from "@/ui/Tabs";
import { BringHere, MyControls } from "./Controls";
import { EarnedStrip } from "./EarnedStrip";
import { useGoalSlot } from "./goals";
import { HeadlineButton, useHeadline } from "./Headline";
import { OnAirBadges, QualityNote } from "./OnAirBadges";
import { OwnChat } from "./OwnChat";
import { Picture, StageSound } from "./Picture";
import { StopButton } from "./StopButton";
import type { OpenStage } from "./stage";
import { TipList } from "./TipList";
import { t } from "./texts";
import { ViewerList, viewersOf } from "./ViewerList";
import { useWheelSlot } from "./wheel";

/** Desktop: the stage at the left, her room at the right. */
export function WideOnAir({ stage }: { stage: OpenStage }) {
  const { show } = useStore(stage.broadcast.store);
  const { headline } = useHeadline(show?.title);
  return (
    <div className="grid grid-cols-[1fr_380px]">
      <div className="mx-auto grid w-full max-w-[calc((100dvh-260px)*16/9)] min-w-0 content-start gap-4 p-6">
        <div className="relative aspect-video overflow-hidden rounded-xl bg-black text-white">
          <Picture stage={stage} />
          <div className="absolute inset-x-0 top-0 flex items-center gap-2 bg-linear-to-b from-black/60 to-transparent p-4 pb-10">
            <OnAirBadges stage={stage} />
            <QualityNote broadcast={stage.broadcast} className="ms-auto" />
          </div>
          <div className="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-linear-to-t from-black/60 to-transparent p-4 pt-10">
            <MyControls stage={stage} />
            <BringHere stage={stage} />
            <StageSound stage={stage} />
            <span className="ms-auto" />
            <StopButton broadcast={stage.broadcast} />
          </div>
        </div>
        <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
          <div className="flex min-w-0 flex-1 items-center gap-1">
            <h1 className="min-w-0 text-h2 font-bold [overflow-wrap:anywhere]">
              {headline || t("Your show")}
            </h1>
            <HeadlineButton title={show?.title} brief />
          </div>
          <EarnedStrip />
        </div>
      </div>
      <Panel stage={stage} />
    </div>
  );
}

type Side = "chat" | "viewers" | "tips" | "goals" | "wheel";

function Panel({ stage }: { stage: OpenStage }) {
  const [side, setSide] = useState<Side>("chat");
  const goals = useGoalSlot();
  const wheel = useWheelSlot();
  const tabs = [
    { id: "chat", label: t("Chat") },
    { id: "viewers", label: t("Viewers"), count: viewersOf(stage).total },
    { id: "tips", label: t("Tips") },
    ...(goals ? [{ id: "goals", label: t("Goals") } as const] : []),
    ...(wheel ? [{ id: "wheel", label: t("Wheel") } as const] : []),
  ] as const;
  return (
    <aside
      aria-label={t("Your room")}
      className="sticky top-(--header) flex h-[calc(100dvh-var(--header))] flex-col border-s border-line bg-s1"
    >
      <Tabs label={t("Your room")} tabs={tabs} selected={side} onSelect={setSide} fill>
        {side === "chat" && <OwnChat stage={stage} />}
        {side === "viewers" && <ViewerList stage={stage} />}
        {side === "tips" && <TipList broadcast={stage.broadcast} />}
        {side === "wheel" && (
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">{wheel}</div>
        )}
        {side === "goals" && <div className="min-h-0 flex-1 overflow-y-auto p-4">{goals}</div>}
      </Tabs>
    </aside>
  );
}
