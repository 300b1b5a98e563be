import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { paths } from "@/app/paths";
import { holdCamera, sharedCamera } from "@/media/sharedCamera";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSettings } from "@/settings/api";
import { Button } from "@/ui/Button";
import { CornerPanel } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { useGo } from "@/ui/useAddress";
import { privateKeys, type Quote, quote as quoteOf, type Show } from "../api";
import { t } from "../texts";
import { AskForm } from "./AskForm";
import type { Asked } from "./asked";
import { type Pending, rememberedPending, rememberPending } from "./pending";
import { type Outcome, Waiting } from "./Waiting";

type AskSheetProps = { performer: Asked; topUp: string | undefined; onClose: () => void };

type Step = { name: "ask" } | { name: "wait"; pending: Pending } | { name: "over"; why: Outcome };

/** From the price to her answer, in one sheet; at a desk the room goes on beside it. */
export function AskSheet({ performer, topUp, onClose }: AskSheetProps) {
  const go = useGo();
  const { optionForPrivate } = useSettings();
  const [camera] = useState(sharedCamera);
  const [step, setStep] = useState<Step>(() => firstStep(performer._id));
  useEffect(holdCamera, []);

  function asked(show: Show) {
    const pending: Pending = {
      showId: show.sessionId,
      conversationId: show.conversation,
      performerId: performer._id,
      expiresAt: show.expiresAt ?? new Date().toISOString(),
    };
    rememberPending(pending);
    setStep({ name: "wait", pending });
  }

  function over(why: Outcome) {
    rememberPending(undefined);
    setStep(why === "cancelled" ? { name: "ask" } : { name: "over", why });
  }

  return (
    <CornerPanel
      open
      onClose={onClose}
      title={t("Private show with {name}", { name: performer.name })}
    >
      {step.name === "ask" && (
        <Terms performer={performer}>
          {(quote) => (
            <AskForm
              performer={performer}
              quote={quote}
              camera={camera}
              topUp={topUp}
              onAsked={asked}
            />
          )}
        </Terms>
      )}
      {step.name === "wait" && (
        <Waiting
          performer={performer}
          pending={step.pending}
          onAccepted={(conversationId, showId) => {
            rememberPending(undefined);
            go(paths.privateChat[optionForPrivate](conversationId, { streamId: showId }));
          }}
          onOver={over}
        />
      )}
      {step.name === "over" && (
        <Over name={performer.name} why={step.why} onAgain={() => setStep({ name: "ask" })} />
      )}
    </CornerPanel>
  );
}

function firstStep(performerId: string): Step {
  const pending = rememberedPending();
  return pending?.performerId === performerId ? { name: "wait", pending } : { name: "ask" };
}

type TermsProps = {
  performer: Asked;
  children: (quote: Quote) => ReactNode;
};

/** The quote, asked for anew whenever she changes what she does. */
function Terms({ performer, children }: TermsProps) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(quoteOf(performer._id));
  const stale = () => queries.invalidateQueries({ queryKey: privateKeys.quote(performer._id) });
  useSocketEvent("performer/status", ({ id }) => id === performer._id && stale());
  useSocketEvent("balance/changed", stale);
  if (data) return children(data);
  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div className="grid gap-5" aria-busy>
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-11" />
      <Skeleton className="h-12" />
    </div>
  );
}

const words = (name: string): Record<Exclude<Outcome, "cancelled">, [string, string]> => ({
  declined: [
    t("{name} cannot come now", { name }),
    t("The request was declined. Nothing was charged."),
  ],
  expired: [
    t("No answer in time"),
    t("{name} may be away from the screen. Nothing was charged.", { name }),
  ],
  closed: [t("The request is closed"), t("It is no longer open. Nothing was charged.")],
});

type OverProps = { name: string; why: Outcome; onAgain: () => void };

function Over({ name, why, onAgain }: OverProps) {
  if (why === "cancelled") return null;
  const [title, text] = words(name)[why];
  return (
    <div role="status">
      <EmptyState
        title={title}
        action={
          <Button variant="outline" onClick={onAgain}>
            {t("Look at the price again")}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
