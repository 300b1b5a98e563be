import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { idempotencyKey } from "@/api/client";
import { ApiError, messageOf } from "@/api/errors";
import { serverNow } from "@/lib/serverTime";
import { formatDuration } from "@/lib/time";
import { Player } from "@/media/player/Player";
import { CameraOff, StandsStill, WaitingFor } from "@/media/player/Said";
import { usePlayer } from "@/media/player/usePlayer";
import { useRejoin } from "@/media/player/useRejoin";
import { receiveLazily } from "@/media/receiveLazily";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { TopUpLink } from "@/session/TopUpLink";
import { receipt } from "@/shows/api";
import { exhaustedText } from "@/shows/reason";
import { Button, buttonClass } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { FieldError } from "@/ui/Field";
import { Spinner } from "@/ui/Spinner";
import { Switch } from "@/ui/Toggle";
import { useNow } from "@/ui/useNow";
import { askToLook, buyLook, leaveLook, type Shown } from "./api";
import { createLook, type LookState, type PeekLook } from "./look";
import { t } from "./texts";

type PeekSheetProps = { performer: Shown; topUp: string | undefined; onClose: () => void };

/** A look into a private show: what it costs, and then her picture until the window ends. */
export function PeekSheet({ performer, topUp, onClose }: PeekSheetProps) {
  const [look] = useState(() =>
    createLook({
      ask: () => askToLook(performer._id),
      buy: buyLook,
      leave: leaveLook,
      receive: receiveLazily,
      newKey: idempotencyKey,
      now: serverNow,
    }),
  );
  useEffect(() => {
    look.start();
    return look.close;
  }, [look]);
  useSocketEvent("peek-in/ended", (ended) => {
    if (ended.performerId === performer._id) look.over(ended.reason);
  });
  useSocketEvent("meter/tick", (tick) => {
    if (tick.performerId === performer._id && tick.conversationId === "") {
      look.ticked(tick.secondsLeft);
    }
  });
  const state = useStore(look.store);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("Look into the show of {name}", { name: performer.name })}
      width={state.phase === "looking" ? "lg" : "sm"}
    >
      <Content look={look} state={state} performer={performer} topUp={topUp} onClose={onClose} />
    </Sheet>
  );
}

type ContentProps = PeekSheetProps & { look: PeekLook; state: LookState };

function Content({ look, state, performer, topUp, onClose }: ContentProps) {
  switch (state.phase) {
    case "asking":
      return (
        <div className="grid place-content-center py-10 text-fg3">
          <Spinner size={28} label={t("Asking for the price")} />
        </div>
      );
    case "refused":
      return (
        <div className="grid gap-4">
          <p role="alert" className="text-body">
            {messageOf(state.problem)}
          </p>
          <Button variant="outline" onClick={onClose}>
            {t("Close")}
          </Button>
        </div>
      );
    case "looking":
      return <Picture look={look} state={state} performer={performer} />;
    case "over":
      return (
        <div className="grid gap-4">
          <p role="status" className="text-body">
            <Over state={state} />
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="gold" onClick={look.start}>
              {t("Look again")}
            </Button>
            <Button variant="outline" onClick={onClose}>
              {t("Close")}
            </Button>
          </div>
        </div>
      );
    default:
      return <Offer look={look} state={state} topUp={topUp} />;
  }
}

/** Why the look is over; that tokens may not be spent now stands in its receipt. */
function Over({ state: { reason, look } }: { state: LookState }) {
  const isExhausted = reason === "balance_exhausted";
  const { data } = useQuery({ ...receipt(look?.sessionId ?? ""), enabled: isExhausted && !!look });
  if (reason === undefined || reason === "window_over") return t("Your look is over.");
  if (!isExhausted) return t("Your look is over. What was not used of it was given back.");
  if (data?.refused) return `${t("Your look is over.")} ${exhaustedText(data.refused)}`;
  return t("Your look is over: your tokens do not last for another one.");
}

function Offer({ look, state, topUp }: Pick<ContentProps, "look" | "state" | "topUp">) {
  const { session } = useSession();
  const [renew, setRenew] = useState(false);
  const { offer, phase, problem } = state;
  if (offer === undefined) return null;
  const missing = problem instanceof ApiError ? problem.missing : undefined;
  return (
    <div className="grid gap-4">
      <p className="text-body text-fg2">
        {t(
          "{sound, select, yes {You see and hear the show} other {You see the show, without sound,}} for {count, plural, one {# second} other {# seconds}}, without the chat. The two in the show see how many look in, never who.",
          { sound: offer.sound ? "yes" : "no", count: offer.seconds },
        )}
      </p>
      <Switch
        label={t("Keep looking until I leave")}
        hint={t("Each further {count, plural, one {# second} other {# seconds}} costs the same.", {
          count: offer.seconds,
        })}
        checked={renew}
        onChange={({ target }) => setRenew(target.checked)}
      />
      {problem !== undefined && (
        <FieldError>
          {messageOf(problem)}
          {missing !== undefined &&
            ` ${t("{count, plural, one {# token is} other {# tokens are}} missing.", { count: missing })}`}
        </FieldError>
      )}
      <Button variant="gold" size="lg" pending={phase === "buying"} onClick={() => look.pay(renew)}>
        {t("Look in for {count, plural, one {# token} other {# tokens}}", { count: offer.price })}
      </Button>
      {missing !== undefined && topUp && (
        <TopUpLink href={topUp} className={buttonClass("outline")} />
      )}
      <p className="text-center text-caption text-fg2">
        {t("You have {count, plural, one {# token} other {# tokens}}.", {
          count: session?.balance ?? 0,
        })}
      </p>
    </div>
  );
}

function Picture({ look, state, performer }: Omit<ContentProps, "topUp" | "onClose">) {
  const now = useNow();
  const left = Math.max(0, (state.endsAt ?? now) - now);
  const player = usePlayer({ picture: state.picture, track: state.sound, heard: "paid" });
  useRejoin(player, state.line === "on" && !state.isCameraOff, look.rejoin);
  return (
    <div className="aspect-video w-full overflow-hidden rounded-lg">
      <Player
        player={player}
        name={performer.name}
        poster={null}
        said={<Said state={state} name={performer.name} isStill={player.moves === false} />}
        blank={state.isCameraOff}
        controls="bar"
        canPause={false}
      >
        <span
          role="timer"
          className="tnum absolute top-3 end-3 rounded-full bg-black/65 px-3 py-1 text-label font-semibold"
        >
          {formatDuration(left)}
        </span>
      </Player>
    </div>
  );
}

type SaidProps = { state: LookState; name: string; isStill: boolean };

function Said({ state: { line, isCameraOff, picture }, name, isStill }: SaidProps) {
  if (line === "mending") return <WaitingFor over={false}>{t("Reconnecting")}</WaitingFor>;
  if (isCameraOff)
    return (
      <CameraOff over={false} name={name}>
        {t("Your look goes on. What was not used is given back if the show ends.")}
      </CameraOff>
    );
  if (picture === undefined) return <WaitingFor over={false}>{t("Connecting")}</WaitingFor>;
  return isStill ? <StandsStill over={false} /> : null;
}
