import { useQuery } from "@tanstack/react-query";
import { DoorOpen, MonitorSmartphone, Users } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { countOf, formatTokens } from "@/lib/format";
import { RemoteScreen } from "@/media/RemoteScreen";
import { receiveLazily } from "@/media/receiveLazily";
import { performerProfile } from "@/performers/api";
import type { Profile } from "@/performers/types";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { TopUpLink } from "@/session/TopUpLink";
import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { LowWarning, MeterStrip } from "@/shows/MeterStrip";
import { ReceiptCard } from "@/shows/ReceiptCard";
import { LiveBadge } from "@/ui/Badge";
import { Button, buttonClass, LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { FieldError } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { Spinner } from "@/ui/Spinner";
import { EmptyState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { currentGroup, leaveSeat, openGroup, type Show, takeSeat } from "./api";
import { Participants, seatsText } from "./Participants";
import { ShowChat } from "./ShowChat";
import { createSeat, type Seat } from "./seat";

type SeatPageProps = {
  /** Where tokens are bought, when there is such a page. */
  topUp?: string | undefined;
};

/** /live/groupchat/{username}: a member takes a seat in a group show. */
export function SeatPage({ topUp }: SeatPageProps) {
  const { params } = useAddress();
  const found = useQuery(performerProfile(params.username ?? ""));
  const performer = found.data;
  useTitle(performer ? `Group chat with ${performer.name}` : undefined);
  return (
    <Loaded query={found} waiting={<Waiting />}>
      {(performer) => <Door key={performer._id} performer={performer} topUp={topUp} />}
    </Loaded>
  );
}

function Waiting() {
  return (
    <div className="grid min-h-[70dvh] place-content-center text-fg3">
      <Spinner size={32} />
    </div>
  );
}

function useSeat(performerId: string): Seat {
  const [seat] = useState(() =>
    createSeat({
      take: () => takeSeat(performerId),
      leave: () => leaveSeat(performerId),
      look: () => currentGroup(performerId),
      receive: receiveLazily,
    }),
  );
  useEffect(() => seat.close, [seat]);
  const { status } = useConnection();
  // What was told while the socket was away is asked for.
  useEffect(() => {
    if (status === "connected") seat.refresh();
  }, [seat, status]);
  useSocketEvent("show/changed", seat.changed);
  useSocketEvent("show/ended", seat.ended);
  useSocketEvent("show/participant", seat.seated);
  useSocketEvent("meter/tick", seat.ticked);
  useSocketEvent("meter/low", seat.warned);
  return seat;
}

const lookEvery = 10_000;

type DoorProps = { performer: Profile; topUp: string | undefined };

function Door({ performer, topUp }: DoorProps) {
  const seat = useSeat(performer._id);
  const { phase, show, problem } = useStore(seat.store);
  const { session } = useSession();
  // Who has no seat is told nothing by the socket of who comes and goes.
  const refetchInterval = phase === "out" ? lookEvery : false;
  const open = useQuery({ ...openGroup(performer._id), refetchInterval });
  const lookAgain = useEffectEvent(() => open.refetch());
  useEffect(() => {
    if (problem !== undefined) lookAgain(); // what refused me may have changed since I looked
  }, [problem]);
  const hasSeat = open.data?.participants?.some(({ _id }) => _id === session?._id) ?? false;
  const comeBack = useEffectEvent(() => phase === "out" && seat.sit());
  useEffect(() => {
    if (hasSeat) comeBack(); // after a reload the seat is still mine
  }, [hasSeat]);
  useSocketEvent("show/changed", ({ performerId }) => {
    if (performerId === performer._id) open.refetch();
  });

  if (phase === "over" && show) {
    return (
      <ReceiptCard
        showId={show.sessionId}
        title="The group show is over"
        actions={
          <LinkButton href={paths.room(performer.username)} variant="brand" size="lg">
            Back to the room
          </LinkButton>
        }
      />
    );
  }
  if (phase === "elsewhere") return <Elsewhere seat={seat} />;
  if ((phase === "in" || phase === "waiting") && show) {
    return <Inside seat={seat} show={show} performer={performer} topUp={topUp} />;
  }
  return (
    <Loaded query={open} waiting={<Waiting />}>
      {(show) =>
        show === null ? (
          <NoGroup performer={performer} />
        ) : (
          <Offer seat={seat} show={show} performer={performer} topUp={topUp} />
        )
      }
    </Loaded>
  );
}

function NoGroup({ performer }: { performer: Profile }) {
  return (
    <EmptyState
      title={`${performer.name} has no group show now`}
      icon={<Users aria-hidden />}
      action={
        <LinkButton href={paths.room(performer.username)} variant="outline">
          Go to the room
        </LinkButton>
      }
    >
      This page opens by itself when a group show starts.
    </EmptyState>
  );
}

function Elsewhere({ seat }: { seat: Seat }) {
  return (
    <EmptyState
      title="The show goes on elsewhere"
      icon={<MonitorSmartphone aria-hidden />}
      action={
        <Button variant="brand" onClick={() => seat.sit()}>
          Continue here
        </Button>
      }
    >
      You have opened it on another device or in another tab.
    </EmptyState>
  );
}

type OfferProps = DoorProps & { seat: Seat; show: Show };

/** What a seat costs, before anything is paid. */
function Offer({ seat, show, performer, topUp }: OfferProps) {
  const { phase, problem } = useStore(seat.store);
  const { session } = useSession();
  const price = show.price ?? performer.groupPrice;
  const balance = session?.balance ?? 0;
  const missing = problem instanceof ApiError ? problem.missing : undefined;
  return (
    <div className="mx-auto w-full max-w-[520px] px-4 py-8 lg:py-14">
      <h1 className="text-h1 font-extrabold tracking-[-.02em]">Group chat with {performer.name}</h1>
      <p className="mt-1 mb-5 text-body text-fg2">{show.title}</p>
      <Card>
        <dl className="grid gap-3 text-label">
          <Fact label="Price">{countOf(price, "token")} a minute</Fact>
          <Fact label="Seats">{seatsText(show)}</Fact>
          <Fact label="Your balance">
            {countOf(balance, "token")}
            {price > 0 && ` · lasts ${countOf(Math.floor(balance / price), "minute")}`}
          </Fact>
        </dl>
        <p className="mt-4 text-caption text-fg2">
          {show.status === "starting"
            ? "A seat costs nothing until the show starts. You may give it back at any time."
            : "The show is running: your meter starts when you see the picture. You may leave at any time."}
        </p>
        {problem !== undefined && (
          <FieldError>
            {messageOf(problem)}
            {missing !== undefined && ` ${countOf(missing, "token is", "tokens are")} missing.`}
          </FieldError>
        )}
        <div className="mt-4 grid gap-2">
          <Button
            variant="gold"
            size="lg"
            pending={phase === "taking"}
            onClick={() => seat.sit()}
            className="w-full"
          >
            Take a seat · {formatTokens(price)} a minute
          </Button>
          {missing !== undefined && topUp && (
            <TopUpLink href={topUp} className={buttonClass("outline")} />
          )}
        </div>
      </Card>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-fg2">{label}</dt>
      <dd className="tnum text-right font-semibold">{children}</dd>
    </div>
  );
}

function Inside({ seat, show, performer, topUp }: OfferProps) {
  const { phase, meter, meterAt, line, picture, sound } = useStore(seat.store);
  const { defaultGroupChatImage } = useSettings();
  const waiting = phase === "waiting";
  const runs = show.status === "live";
  const metered = meter && !waiting ? { meter, at: meterAt, runs } : undefined;
  return (
    <div className="grid lg:grid-cols-[1fr_388px] lg:grid-rows-[auto_1fr]">
      {/* On a phone she stays in sight while one chats below. */}
      <div data-stays className="z-10 min-w-0 bg-bg max-lg:sticky max-lg:top-0 lg:p-6 lg:pb-0">
        <div className="relative aspect-video max-h-[62dvh] w-full overflow-hidden bg-black text-white lg:rounded-xl">
          {!picture && (
            <img
              src={defaultGroupChatImage}
              alt=""
              className="absolute inset-0 size-full object-cover opacity-50"
            />
          )}
          <RemoteScreen picture={picture} sound={sound} label={`Live video of ${performer.name}`} />
          <div className="absolute inset-x-0 top-0 flex items-center gap-2 bg-linear-to-b from-black/60 to-transparent p-4 pb-10">
            {!waiting && <LiveBadge />}
            <span className="text-label font-semibold">{seatsText(show)}</span>
          </div>
          <p
            role="status"
            className="absolute inset-0 grid place-content-center p-6 text-center text-label empty:hidden"
          >
            {statusText(waiting, show.status, line, picture !== undefined)}
          </p>
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-4 p-4 lg:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="min-w-0 flex-1 text-h2 font-bold [overflow-wrap:anywhere]">
            {show.title || `Group chat with ${performer.name}`}
          </h1>
          <LeaveButton seat={seat} waiting={waiting} />
        </div>
        {metered && <LowWarning {...metered} topUp={topUp} />}
        {metered && <MeterStrip {...metered} />}
        <Participants show={show} />
      </div>
      <aside className="flex h-[60dvh] flex-col border-line bg-s1 max-lg:border-t lg:sticky lg:top-(--header) lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-[calc(100dvh-var(--header))] lg:border-l">
        <ShowChat key={show.conversation} conversationId={show.conversation} />
      </aside>
    </div>
  );
}

function statusText(waiting: boolean, status: string, line: string, hasPicture: boolean) {
  if (waiting) return "You have a seat. The show starts by itself; nothing is charged before.";
  if (line === "mending") return "Reconnecting…";
  if (hasPicture && status !== "paused") return "";
  return status === "paused"
    ? "The picture is lost. The show waits for it, and your meter stands still."
    : "Connecting…";
}

function LeaveButton({ seat, waiting }: { seat: Seat; waiting: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <DoorOpen size={18} aria-hidden />
        {waiting ? "Give the seat back" : "Leave"}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={waiting ? "Give your seat back?" : "Leave the group show?"}
        description={
          waiting ? "Nothing has been charged." : "The minute that runs is paid; nothing follows."
        }
        verb={waiting ? "Give it back" : "Leave"}
        onConfirm={seat.stand}
      />
    </>
  );
}
