import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone, Users } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { ApiError, messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import type { TipPanel } from "@/declared/slots";
import { receiveLazily } from "@/media/receiveLazily";
import { performerProfile } from "@/performers/api";
import type { Profile } from "@/performers/types";
import { useConnection } from "@/realtime/realtime";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { TopUpLink } from "@/session/TopUpLink";
import { useTitle } from "@/settings/useTitle";
import { ReceiptCard } from "@/shows/ReceiptCard";
import { Button, buttonClass, LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError } from "@/ui/Field";
import { Loaded } from "@/ui/Loaded";
import { lazyPart } from "@/ui/lazyPart";
import { Spinner } from "@/ui/Spinner";
import { EmptyState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { currentGroup, leaveSeat, openGroup, type Show, takeSeat } from "./api";
import { seatsText } from "./Participants";
import { createSeat, type Seat } from "./seat";
import { t } from "./texts";

// Fetched while the price is read: player and chat are needed once the seat is taken.
const SeatInside = lazyPart(
  () => import("./SeatInside").then((file) => file.SeatInside),
  <Waiting />,
);

type SeatPageProps = {
  tipPanel: TipPanel;
  /** Where tokens are bought, when there is such a page. */
  topUp?: string | undefined;
};

/** /live/groupchat/{username}: a member takes a seat in a group show. */
export function SeatPage({ tipPanel, topUp }: SeatPageProps) {
  const username = useParam(paths.groupSeat);
  const found = useQuery(performerProfile(username));
  const performer = found.data;
  useTitle(performer ? t("Group chat with {name}", { name: performer.name }) : undefined);
  return (
    <Loaded query={found} waiting={<Waiting />}>
      {(performer) => (
        <Door key={performer._id} performer={performer} tipPanel={tipPanel} topUp={topUp} />
      )}
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
  useEffect(() => {
    SeatInside.fetch();
    return seat.close;
  }, [seat]);
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

type DoorProps = {
  performer: Profile;
  tipPanel: TipPanel;
  topUp: string | undefined;
};

function Door({ performer, tipPanel, topUp }: DoorProps) {
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
  const hasSeat =
    open.data?.participants?.some(({ username }) => username === session?.username) ?? false;
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
        title={t("The group show is over")}
        actions={
          <LinkButton href={paths.room(performer.username)} variant="brand" size="lg">
            {t("Back to the room")}
          </LinkButton>
        }
      />
    );
  }
  if (phase === "elsewhere") return <Elsewhere seat={seat} />;
  if ((phase === "in" || phase === "waiting") && show) {
    return (
      <SeatInside seat={seat} show={show} performer={performer} tipPanel={tipPanel} topUp={topUp} />
    );
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
      title={t("{name} has no group show now", { name: performer.name })}
      icon={<Users aria-hidden />}
      action={
        <LinkButton href={paths.room(performer.username)} variant="outline">
          {t("Go to the room")}
        </LinkButton>
      }
    >
      {t("This page opens by itself when a group show starts.")}
    </EmptyState>
  );
}

function Elsewhere({ seat }: { seat: Seat }) {
  return (
    <EmptyState
      title={t("The show goes on elsewhere")}
      icon={<MonitorSmartphone aria-hidden />}
      action={
        <Button variant="brand" onClick={() => seat.sit()}>
          {t("Continue here")}
        </Button>
      }
    >
      {t("You have opened it on another device or in another tab.")}
    </EmptyState>
  );
}

type OfferProps = Omit<DoorProps, "tipPanel"> & { seat: Seat; show: Show };

/** What a seat costs, before anything is paid. */
function Offer({ seat, show, performer, topUp }: OfferProps) {
  const { phase, problem } = useStore(seat.store);
  const { session } = useSession();
  const price = show.price ?? performer.groupPrice;
  const balance = session?.balance ?? 0;
  const missing = problem instanceof ApiError ? problem.missing : undefined;
  return (
    <div className="mx-auto w-full max-w-[520px] px-4 py-8 lg:py-14">
      <h1 className="text-h1 font-extrabold tracking-[-.02em]">
        {t("Group chat with {name}", { name: performer.name })}
      </h1>
      <p className="mt-1 mb-5 text-body text-fg2">{show.title}</p>
      <Card>
        <dl className="grid gap-3 text-label">
          <Fact label={t("Price")}>
            {t("{count, plural, one {# token} other {# tokens}} a minute", { count: price })}
          </Fact>
          <Fact label={t("Seats")}>{seatsText(show)}</Fact>
          <Fact label={t("Your balance")}>
            {price > 0
              ? t(
                  "{balance, plural, one {# token} other {# tokens}} · lasts {count, plural, one {# minute} other {# minutes}}",
                  { balance, count: Math.floor(balance / price) },
                )
              : t("{count, plural, one {# token} other {# tokens}}", { count: balance })}
          </Fact>
        </dl>
        <p className="mt-4 text-caption text-fg2">
          {show.status === "starting"
            ? t("A seat costs nothing until the show starts. You may give it back at any time.")
            : t(
                "The show is running: your meter starts when you see the picture. You may leave at any time.",
              )}
        </p>
        {problem !== undefined && (
          <FieldError>
            {messageOf(problem)}
            {missing !== undefined &&
              ` ${t("{count, plural, one {# token is} other {# tokens are}} missing.", { count: missing })}`}
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
            {t("Take a seat · {price} a minute", { price })}
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
      <dd className="tnum text-end font-semibold">{children}</dd>
    </div>
  );
}
