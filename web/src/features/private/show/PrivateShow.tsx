import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone, SearchX } from "lucide-react";
import { paths } from "@/app/paths";
import type { TipPanel } from "@/declared/slots";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { openBack } from "@/shows/back";
import { ReceiptCard } from "@/shows/ReceiptCard";
import { Button, LinkButton } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import { EmptyState, ErrorState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { useNow } from "@/ui/useNow";
import { useWakeLock } from "@/ui/useWakeLock";
import { useWide } from "@/ui/useWide";
import { waitingShow } from "../api";
import { t } from "../texts";
import { LeaveGuard } from "./LeaveGuard";
import { PhoneShow } from "./PhoneShow";
import { RequestScene } from "./RequestScene";
import { type Side, sideOf } from "./side";
import { usePrivateShow } from "./usePrivateShow";
import { WideShow } from "./WideShow";

export type PrivateShowProps = {
  tipPanel: TipPanel;
  topUp: string | undefined;
};

/** The page of a private show, for either of the two in it. */
export function PrivateShow({ tipPanel, topUp }: PrivateShowProps) {
  const conversationId = useParam(paths.privateChat.hls);
  return (
    <OpenShow
      key={conversationId}
      conversationId={conversationId}
      tipPanel={tipPanel}
      topUp={topUp}
    />
  );
}

function OpenShow({
  conversationId,
  tipPanel,
  topUp,
}: PrivateShowProps & { conversationId: string }) {
  const { session } = useSession();
  const { show, state } = usePrivateShow(conversationId);
  const side = sideOf(session?._id ?? "", show, state, topUp);
  useTitle(side ? t("Private show with {name}", { name: side.other.name }) : t("Private show"));

  if (state.scene === "missing") return <Missing />;
  if (state.scene === "failed") {
    return <ErrorState error={state.error} onRetry={() => show.enter()} />;
  }
  if (side === undefined || state.scene === "loading") {
    return (
      <div className="grid min-h-[70dvh] place-content-center text-fg3">
        <Spinner size={32} />
      </div>
    );
  }
  switch (state.scene) {
    case "pending":
      return <RequestScene side={side} />;
    case "elsewhere":
      return <Elsewhere side={side} />;
    case "over":
      return <Over side={side} />;
    default:
      return <Running side={side} tipPanel={tipPanel} />;
  }
}

type RunningProps = { side: Side; tipPanel: PrivateShowProps["tipPanel"] };

function Running({ side, tipPanel }: RunningProps) {
  const isWide = useWide();
  useWakeLock();
  const { performer, conversationId, isPerformer } = side;
  const to = { performer, conversationId };
  return (
    <>
      {isWide ? (
        <WideShow side={side} tip={!isPerformer && tipPanel?.(to)} />
      ) : (
        <PhoneShow
          side={side}
          tip={tipPanel && ((onSent) => tipPanel({ ...to, roomy: true, onSent }))}
        />
      )}
      <LeaveGuard side={side} />
    </>
  );
}

function Missing() {
  return (
    <EmptyState
      page
      title={t("There is no such private show")}
      icon={<SearchX aria-hidden />}
      action={
        <LinkButton href={paths.home()} variant="brand">
          {t("See who is live")}
        </LinkButton>
      }
    >
      {t("It may be over, or the address belongs to somebody else.")}
    </EmptyState>
  );
}

function Elsewhere({ side }: { side: Side }) {
  return (
    <EmptyState
      page
      title={t("The show goes on elsewhere")}
      icon={<MonitorSmartphone aria-hidden />}
      action={
        <Button variant="brand" onClick={() => side.actions.enter(side.isPerformer)}>
          {t("Continue here")}
        </Button>
      }
    >
      {t("You have opened it on another device or in another tab.")}
    </EmptyState>
  );
}

function Over({ side }: { side: Side }) {
  const { isPerformer, performer, show } = side;
  return (
    <ReceiptCard
      showId={show.sessionId}
      actions={
        isPerformer ? (
          <BackToPublic side={side} />
        ) : (
          <LinkButton href={paths.room(performer.username)} variant="brand" size="lg">
            {t("Back to the room")}
          </LinkButton>
        )
      }
    />
  );
}

// Her public show waits for this click, when there was one.
function BackToPublic({ side: { show } }: { side: Side }) {
  const { data } = useQuery(waitingShow(show.performerId));
  const now = useNow();
  const until = data?.awayUntil;
  const left = until === undefined ? 0 : Math.ceil((Date.parse(until) - now) / 1000);
  const by = show.publish === undefined ? "program" : undefined;
  return (
    <>
      <LinkButton
        href={paths.live({ by })}
        onClick={(event) => {
          const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
          if (left > 0 && !opensElsewhere) openBack(by === undefined ? "here" : "elsewhere");
        }}
        variant="brand"
        size="lg"
      >
        {left > 0 ? t("Back to public · {left} s", { left }) : t("Go live")}
      </LinkButton>
      <LinkButton href={paths.performer.earning()} variant="outline" size="lg">
        {t("See my earnings")}
      </LinkButton>
    </>
  );
}
