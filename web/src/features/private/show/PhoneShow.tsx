import { type ReactNode, useState } from "react";
import { TipButton } from "@/chat/TipButton";
import { Rail, Shade } from "@/shows/OverPicture";
import { Sheet } from "@/ui/Dialog";
import { t } from "../texts";
import { EndButton, MyControls, MySound, PrivateBadges } from "./Controls";
import { OwnCorner, Stage } from "./Stage";
import { Sums, Warning } from "./Sums";
import type { Side } from "./side";
import { Talk } from "./Talk";
import { Program } from "./WideShow";

type PhoneShowProps = { side: Side; tip: ((onSent: () => void) => ReactNode) | undefined };

/** Phone: the other side is the screen; everything else lies over it within the thumb's reach. */
export function PhoneShow({ side, tip }: PhoneShowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div className="screen">
      <h1 className="sr-only">{t("Private show with {name}", { name: side.other.name })}</h1>
      <div className="absolute inset-0">
        <Stage side={side} cover>
          <Shade />
        </Stage>
      </div>
      <div className="absolute inset-x-0 top-0 grid gap-2 p-3 pt-[max(12px,env(safe-area-inset-top))]">
        <div className="flex min-h-11 items-center gap-2">
          <PrivateBadges side={side} />
          <span className="min-w-0 flex-1 truncate text-label font-bold">{side.other.name}</span>
          <EndButton side={side} brief />
        </div>
        <div className="justify-self-start">
          <Sums side={side} over />
        </div>
        <Program side={side} />
        <Warning side={side} />
        <MySound side={side} />
      </div>
      <OwnCorner
        side={side}
        className="absolute top-[calc(max(12px,env(safe-area-inset-top))+112px)] end-3 aspect-[3/4] w-[104px] landscape:top-3 landscape:end-20 landscape:w-[84px]"
      />
      <Rail className="justify-items-end landscape:grid-cols-2">
        <MyControls side={side} />
      </Rail>
      <div className="absolute inset-x-0 bottom-0 flex h-[38%] flex-col pb-[max(12px,env(safe-area-inset-bottom))] [&>*:first-child]:me-16 landscape:[&>*:first-child]:me-32">
        <Talk
          key={side.conversationId}
          conversationId={side.conversationId}
          over
          beside={tip && !side.isPerformer && <TipButton onPress={() => setIsOpen(true)} />}
        />
      </div>
      <Sheet open={isOpen} onClose={close} title={t("Tip {name}", { name: side.other.name })}>
        {tip?.(close)}
      </Sheet>
    </div>
  );
}
