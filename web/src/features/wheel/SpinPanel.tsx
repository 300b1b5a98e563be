import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { isComplete, type Wheel, wheelOf } from "@/performers/wheel";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { LoginPrompt } from "@/session/LoginPrompt";
import { TopUpLink } from "@/session/TopUpLink";
import { useSpendCheck } from "@/session/useSpendCheck";
import { Button, buttonClass } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState, LoadFailure } from "@/ui/States";
import { promiseOf, useRefreshResults, useRefreshWheel, useSpin } from "./api";
import { Fairness } from "./Fairness";
import { newClientSeed } from "./fair";
import { MySpins } from "./MySpins";
import { Odds } from "./Odds";
import { Outcome, type Shown } from "./Outcome";
import { ResultList } from "./ResultList";
import { t } from "./texts";
import { useTurn } from "./useTurn";
import { WheelPicture } from "./WheelPicture";

export type SpinPanelProps = {
  performer: { _id: string; name: string };
  /** The room that hears of the spin. */
  conversationId?: string | undefined;
  /** Where tokens are bought, when there is such a page. */
  topUp?: string | undefined;
};

/** A performer's wheel in her room: its odds, and a spin for whoever may spin. */
export function SpinPanel(props: SpinPanelProps) {
  const { data: wheel, error, isPending, refetch } = useQuery(wheelOf(props.performer._id));
  if (isPending)
    return <Skeleton alone className="mx-auto aspect-square w-full max-w-72 rounded-full" />;
  if (error && wheel === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (!isComplete(wheel)) {
    return <EmptyState title={t("{name} has no wheel yet", { name: props.performer.name })} />;
  }
  return <OpenPanel {...props} wheel={wheel} />;
}

function OpenPanel({ performer, conversationId, topUp, wheel }: SpinPanelProps & { wheel: Wheel }) {
  const { session, role } = useSession();
  const { angle, isTurning, won, turn, reset } = useTurn();
  const [shown, setShown] = useState<Shown>();
  const refresh = useRefreshResults();
  const look = useRefreshWheel(performer._id);
  // The wheel stays as it was spun until the next spin, whatever is edited meanwhile.
  const slices = shown?.slices ?? wheel.data;
  const isMine = session?._id === performer._id;
  const picture = useRef<HTMLDivElement>(null);

  useSocketEvent("performer/status", ({ id }) => id === performer._id && look());
  useSocketEvent("wheel/spin", (spin) => {
    const isHere = spin.performerId === performer._id && spin.version === wheel.version;
    if (!isHere || spin.username === session?.username || isTurning) return;
    setShown({ slices: wheel.data, by: spin.username, label: spin.label, isTurning: true });
    turn(wheel.data, spin.segment, () => setShown((now) => now && { ...now, isTurning: false }));
  });
  useSocketEvent("wheel/result", (result) => {
    if (result.performerId !== performer._id) return;
    refresh();
    setShown((now) =>
      now?.result?._id === result._id
        ? { ...now, result: { ...now.result, status: result.status } }
        : now,
    );
  });

  return (
    <div className="grid gap-6 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)]">
      <div ref={picture} className="scroll-mt-[calc(var(--header)+12px)]">
        <WheelPicture
          slices={slices}
          angle={angle}
          isTurning={isTurning}
          won={won}
          className="mx-auto max-w-80"
        />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Outcome shown={shown} performer={performer} />
        {isMine ? (
          <ResultList status="pending" limit={10} />
        ) : (
          (role === undefined || role === "user") && (
            <SpinForm
              performer={performer}
              wheel={wheel}
              conversationId={conversationId}
              topUp={topUp}
              isBusy={isTurning}
              onSpin={() => {
                setShown(undefined);
                reset();
                picture.current?.scrollIntoView({ block: "nearest" });
              }}
              onDrawn={(drawn) => {
                const { segments } = drawn.result.fairness;
                setShown({
                  ...drawn,
                  slices: segments,
                  label: drawn.result.label,
                  isTurning: true,
                });
                turn(segments, drawn.result.segment, () => {
                  setShown((now) => now && { ...now, isTurning: false });
                  refresh();
                });
              }}
            />
          )
        )}
        <Odds slices={slices} won={won} />
        {role === "user" && <MySpins performerId={performer._id} />}
      </div>
    </div>
  );
}

type SpinFormProps = SpinPanelProps & {
  wheel: Wheel;
  isBusy: boolean;
  onSpin: () => void;
  onDrawn: (drawn: Required<Pick<Shown, "result">> & { promised: string | undefined }) => void;
};

/** The button with its price, the balance beside it, and how the draw is kept fair. */
function SpinForm(props: SpinFormProps) {
  const { performer, wheel, conversationId, topUp, isBusy, onSpin, onDrawn } = props;
  const { session, role } = useSession();
  const [clientSeed, setClientSeed] = useState(newClientSeed);
  const [asking, setAsking] = useState(false);
  const promised = useQuery({ ...promiseOf(performer._id), enabled: role === "user" });
  const promise = promised.data;
  const spin = useSpin(performer._id);
  const { check, question } = useSpendCheck();
  const { price } = wheel;
  const seedError = /^[\w-]*$/.test(clientSeed) ? undefined : t("Letters, digits, - and _ only");
  const missing = missingFor(wheel.price, role && session?.balance, spin.error);

  function press() {
    if (role === undefined) {
      setAsking(true);
      return;
    }
    check(wheel.price, t("on a spin of the wheel of {name}", { name: performer.name }), turn);
  }

  function turn() {
    onSpin();
    spin.mutate(
      {
        clientSeed,
        version: wheel.version,
        ...(conversationId && { conversationId }),
        ...(promise && { commitment: promise.commitment }),
      },
      {
        onSuccess: (result) => {
          setClientSeed(newClientSeed());
          onDrawn({ result, promised: promise?.commitment });
        },
      },
    );
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="gold"
          size="lg"
          className="min-w-52 flex-1 sm:flex-none"
          pending={spin.isPending}
          disabled={!wheel.isOpen || isBusy || missing > 0 || seedError !== undefined}
          onClick={press}
        >
          {t("Spin for {price, plural, one {# token} other {# tokens}}", { price })}
        </Button>
        {role === "user" && session && (
          <span className="tnum inline-flex items-center gap-1.5 text-label font-normal text-fg2">
            {t.rich("Balance {coin} <b>{amount}</b>", {
              coin: <Coin size={15} />,
              amount: session.balance,
              b: (words) => <b className="font-semibold text-fg">{words}</b>,
            })}
          </span>
        )}
      </div>
      {!wheel.isOpen && (
        <p className="text-caption text-fg2">{closedText(wheel, performer.name)}</p>
      )}
      {wheel.isOpen && missing > 0 && <Missing tokens={missing} topUp={topUp} />}
      {missing === 0 && spin.error && (
        <p role="alert" className="text-caption text-danger-ink">
          {messageOf(spin.error)}
        </p>
      )}
      <LoadFailure query={promised} what={t("The promise for a fair draw")} />
      {role === "user" && (
        <Fairness
          promise={promise}
          clientSeed={clientSeed}
          error={seedError}
          onChange={setClientSeed}
        />
      )}
      {question}
      {asking && (
        <LoginPrompt onClose={() => setAsking(false)}>
          {t(
            "Log in to spin the wheel of {name} for {price, plural, one {# token} other {# tokens}}.",
            { name: performer.name, price },
          )}
        </LoginPrompt>
      )}
    </div>
  );
}

function closedText({ closed }: Wheel, name: string): string {
  if (closed === "offline") return t("The wheel can be spun while {name} is live.", { name });
  return t("The wheel is spun in public and group shows only.");
}

/** What is missing for a spin, in tokens: by the balance known, or as the server said. */
function missingFor(price: number, balance: number | undefined, error: unknown): number {
  if (balance !== undefined && balance >= price) return 0;
  if (error instanceof ApiError && error.code === "insufficient_balance") {
    return error.missing ?? price;
  }
  return balance === undefined ? 0 : price - balance;
}

function Missing({ tokens, topUp }: { tokens: number; topUp: string | undefined }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-caption text-danger-ink">
      {t("You are {count, plural, one {# token} other {# tokens}} short.", { count: tokens })}
      {topUp && <TopUpLink href={topUp} className={buttonClass("gold", "sm")} />}
    </p>
  );
}
