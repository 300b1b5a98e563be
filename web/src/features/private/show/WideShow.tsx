import type { ReactNode } from "react";
import { t } from "../texts";
import { EndButton, MyControls, MySound, PrivateBadges } from "./Controls";
import { OwnCorner, Stage } from "./Stage";
import { Sums, Warning } from "./Sums";
import type { Side } from "./side";
import { Talk } from "./Talk";

/** Desktop: the two of them at the left, what they write and the tips at the right. */
export function WideShow({ side, tip }: { side: Side; tip: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_388px]">
      <div className="mx-auto grid w-full max-w-[calc((100dvh-230px)*16/9)] min-w-0 content-start gap-4 p-6">
        <h1 className="sr-only">{t("Private show with {name}", { name: side.other.name })}</h1>
        <div className="relative aspect-video overflow-hidden rounded-xl bg-black text-white">
          <Stage
            side={side}
            bar={{
              start: (
                <>
                  <MyControls side={side} />
                  <MySound side={side} />
                </>
              ),
              end: <EndButton side={side} />,
            }}
          >
            <div className="pointer-events-none absolute inset-x-0 top-0 flex items-center gap-2 bg-linear-to-b from-black/60 to-transparent p-4 pb-10">
              <PrivateBadges side={side} />
              <span className="truncate text-label font-bold">{side.other.name}</span>
            </div>
            <OwnCorner side={side} className="absolute end-4 bottom-20 aspect-video w-[24%]" />
          </Stage>
        </div>
        <Warning side={side} />
        <Sums side={side} />
        <Program side={side} />
      </div>
      <aside
        aria-label={t("Chat")}
        className="sticky top-(--header) flex h-[calc(100dvh-var(--header))] flex-col border-s border-line bg-s1"
      >
        <h2 className="flex h-12 shrink-0 items-center border-b border-line px-4 text-label font-semibold">
          {t("Private chat")}
        </h2>
        <Talk
          key={side.conversationId}
          conversationId={side.conversationId}
          above={tip && <div className="border-b border-line px-4 py-3.5">{tip}</div>}
        />
      </aside>
    </div>
  );
}

/** What a performer is told whose picture comes from her broadcasting program. */
export function Program({ side: { isPerformer, show } }: { side: Side }) {
  if (!isPerformer || show.publish !== undefined) return null;
  return (
    <p role="status" className="rounded-lg border border-line bg-s1 p-4 text-label font-normal">
      <b className="font-semibold">
        {show.status === "live"
          ? t("Your program sends your picture.")
          : t("Waiting for the picture of your program.")}
      </b>{" "}
      <span className="text-fg2">{t("It follows into this show by itself.")}</span>
    </p>
  );
}
