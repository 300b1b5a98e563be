import { useQuery } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { paths } from "@/app/paths";
import { CameraControls } from "@/media/CameraControls";
import { isAllowed } from "@/media/capture";
import { Preview } from "@/media/Preview";
import { publishLazily } from "@/media/publishLazily";
import { holdCamera, sharedCamera } from "@/media/sharedCamera";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useTitle } from "@/settings/useTitle";
import { askBack } from "@/shows/back";
import { ReceiptCard } from "@/shows/ReceiptCard";
import { Badge, LiveBadge } from "@/ui/Badge";
import { Button, LinkButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Spinner } from "@/ui/Spinner";
import { ErrorState } from "@/ui/States";
import { currentGroup, endGroup, me, type Performer, startGroup } from "./api";
import { createOwnGroup, type OwnGroup } from "./own";
import { Participants, seatsText } from "./Participants";
import { ShowChat } from "./ShowChat";
import { StartForm } from "./StartForm";

/** /live/groupchat: a performer starts her group show and runs it. */
export default function GroupPage() {
  useTitle("Group chat");
  const { data: performer, error, refetch } = useQuery(me());
  if (performer) return <Own key={performer._id} performer={performer} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div className="grid min-h-[70dvh] place-content-center text-fg3">
      <Spinner size={32} />
    </div>
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
  const { phase, show } = useStore(own.store);
  if (phase === "over" && show) {
    return (
      <ReceiptCard
        showId={show.sessionId}
        title="The group show is over"
        actions={
          <>
            <LinkButton href={paths.live()} onClick={askBack} variant="brand" size="lg">
              Back to public
            </LinkButton>
            <LinkButton href={paths.performer.earning()} variant="outline" size="lg">
              See my earnings
            </LinkButton>
          </>
        }
      />
    );
  }
  if (phase === "on" && show) return <OnStage own={own} performer={performer} />;
  return <StartForm own={own} performer={performer} />;
}

function OnStage({ own, performer }: { own: OwnGroup; performer: Performer }) {
  const { show, line } = useStore(own.store);
  const { video, isMirrored } = useStore(own.camera.store);
  if (show === undefined) return null;
  const waits = show.status === "starting";
  return (
    <div className="grid lg:grid-cols-[1fr_388px]">
      <div className="grid min-w-0 content-start gap-4 p-4 lg:p-6">
        <div className="relative aspect-video max-h-[58dvh] w-full overflow-hidden rounded-xl bg-black text-white">
          {show.publish === undefined ? (
            <p className="absolute inset-0 grid place-content-center p-6 text-center text-label">
              Your broadcasting program sends the picture.
            </p>
          ) : (
            <Preview track={video} mirrored={isMirrored} />
          )}
          <div className="absolute inset-x-0 top-0 flex items-center gap-2 bg-linear-to-b from-black/60 to-transparent p-4 pb-10">
            {waits ? <Badge tone="gold">Waiting</Badge> : <LiveBadge />}
            <span className="text-label font-semibold">{seatsText(show)}</span>
          </div>
          {(line === "mending" || line === "connecting") && (
            <p
              role="status"
              className="absolute inset-0 grid place-content-center bg-black/40 text-label"
            >
              {line === "mending" ? "Reconnecting…" : "Connecting…"}
            </p>
          )}
          <div className="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-linear-to-t from-black/60 to-transparent p-4 pt-10">
            <CameraControls camera={own.camera} />
            <span className="ml-auto" />
            <EndButton own={own} />
          </div>
        </div>
        <div>
          <h1 className="text-h2 font-bold [overflow-wrap:anywhere]">
            {show.title || "Your group show"}
          </h1>
          <p role="status" className="mt-0.5 text-label font-normal text-fg2">
            {waits
              ? "It starts by itself as soon as enough members have a seat. Nobody sees you or pays before."
              : `Everybody pays ${show.price ?? performer.groupPrice} tokens a minute.`}
          </p>
        </div>
        <Participants show={show} />
      </div>
      <aside className="flex h-[60dvh] flex-col border-line bg-s1 max-lg:border-t lg:sticky lg:top-(--header) lg:h-[calc(100dvh-var(--header))] lg:border-l">
        <ShowChat key={show.conversation} conversationId={show.conversation} owned />
      </aside>
    </div>
  );
}

function EndButton({ own }: { own: OwnGroup }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="brand" onClick={() => setAsking(true)}>
        <Square size={16} fill="currentColor" aria-hidden />
        End show
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="End the group show?"
        description="Everybody leaves, and the unused part of the running minute is given back to them."
        verb="End the show"
        onConfirm={own.stop}
      />
    </>
  );
}
