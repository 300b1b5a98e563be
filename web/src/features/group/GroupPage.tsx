import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { paths } from "@/app/paths";
import { isAllowed } from "@/media/capture";
import { publishLazily } from "@/media/publishLazily";
import { holdCamera, sharedCamera } from "@/media/sharedCamera";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useTitle } from "@/settings/useTitle";
import { askBack } from "@/shows/back";
import { ReceiptCard } from "@/shows/ReceiptCard";
import { StageBar } from "@/shows/StageBar";
import { LinkButton } from "@/ui/Button";
import { Loaded } from "@/ui/Loaded";
import { lazyPart } from "@/ui/lazyPart";
import { Spinner } from "@/ui/Spinner";
import { LoadFailure } from "@/ui/States";
import { currentGroup, endGroup, me, type Performer, startGroup } from "./api";
import { createOwnGroup, type OwnGroup } from "./own";
import { StartForm } from "./StartForm";
import { t } from "./texts";

// Fetched while she sets up: chat and controls are needed once the show is on.
const OwnStage = lazyPart(
  () => import("./OwnStage").then((file) => file.OwnStage),
  <div className="grid min-h-[70dvh] place-content-center text-fg3">
    <Spinner size={32} />
  </div>,
);

/** /live/groupchat: a performer starts her group show and runs it. */
export default function GroupPage() {
  useTitle(t("Group chat"));
  const waiting = (
    <div className="grid min-h-[70dvh] place-content-center text-fg3">
      <Spinner size={32} />
    </div>
  );
  return (
    <Loaded query={useQuery(me())} waiting={waiting}>
      {(performer) => <Own key={performer._id} performer={performer} />}
    </Loaded>
  );
}

function useOwnGroup(performerId: string): OwnGroup {
  const [own] = useState(() =>
    createOwnGroup({
      camera: sharedCamera(),
      start: startGroup,
      current: () => currentGroup(performerId),
      end: endGroup,
      publish: publishLazily,
    }),
  );
  useEffect(() => {
    const letGo = holdCamera();
    OwnStage.fetch();
    own.look();
    // Whoever has allowed the camera before sees herself at once.
    let isShown = true;
    isAllowed().then((yes) => {
      if (yes && isShown && own.store.getState().phase === "setup") own.camera.open();
    });
    return () => {
      isShown = false;
      own.leave();
      letGo();
    };
  }, [own]);
  useSocketEvent("show/changed", own.changed);
  useSocketEvent("show/participant", own.seated);
  useSocketEvent("balance/changed", own.refresh); // a minute of somebody's was paid
  const { status } = useConnection();
  // What was told while the socket was away is asked for.
  useEffect(() => {
    if (status === "connected") own.refresh();
  }, [own, status]);
  return own;
}

function Own({ performer }: { performer: Performer }) {
  const own = useOwnGroup(performer._id);
  const { phase, show, isUnknown } = useStore(own.store);
  if (phase === "over" && show) {
    return (
      <ReceiptCard
        showId={show.sessionId}
        title={t("The group show is over")}
        actions={
          <>
            <LinkButton
              href={paths.live()}
              onClick={() => askBack("here")}
              variant="brand"
              size="lg"
            >
              {t("Back to public")}
            </LinkButton>
            <LinkButton href={paths.performer.earning()} variant="outline" size="lg">
              {t("See my earnings")}
            </LinkButton>
          </>
        }
      />
    );
  }
  const query = { data: undefined, error: isUnknown, refetch: own.look };
  const failure = <LoadFailure query={query} what={t("Your group show")} inset />;
  if (phase === "on" && show) {
    return (
      <>
        {failure}
        <OwnStage own={own} show={show} performer={performer} />
      </>
    );
  }
  return (
    <>
      <StageBar />
      {failure}
      <StartForm own={own} performer={performer} />
    </>
  );
}
