import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock, Radio } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { paths } from "@/app/paths";
import { useSettings } from "@/settings/api";
import { Button, LinkButton } from "@/ui/Button";
import { FieldError } from "@/ui/Field";
import { Spinner } from "@/ui/Spinner";
import { EmptyState, ErrorState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { useNow } from "@/ui/useNow";
import { broadcastKeys, paidShow, type Show } from "./api";
import { StopButton } from "./StopButton";
import type { Stage } from "./stage";
import { t } from "./texts";

/** The public show while its performer is in a paid one, and the minute in which it waits for her. */
export function Held({ stage }: { stage: Stage }) {
  const queries = useQueryClient();
  const id = stage.performer._id;
  const { data, error, isFetching, refetch } = useQuery(paidShow(id));
  const awayUntil = useStore(stage.broadcast.store, ({ show }) => show?.awayUntil);
  // Told that the public show waits, the paid one is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word of the server is another answer.
  useEffect(() => {
    queries.invalidateQueries({ queryKey: broadcastKeys.paid(id) });
  }, [queries, id, awayUntil]);

  if (data === undefined && error) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined || (data === null && awayUntil === undefined && isFetching)) {
    return (
      <div className="grid min-h-[60dvh] place-content-center text-fg3">
        <Spinner size={32} />
      </div>
    );
  }
  return data === null ? <Waits stage={stage} /> : <Elsewhere show={data} />;
}

function Elsewhere({ show }: { show: Show }) {
  const { optionForPrivate, optionForGroup } = useSettings();
  const isPrivate = show.type === "private";
  const href = isPrivate
    ? paths.privateChat[optionForPrivate](show.conversation, { streamId: show.sessionId })
    : paths.groupChat[optionForGroup]();
  return (
    <EmptyState
      page
      title={isPrivate ? t("You are in a private show") : t("You are in a group show")}
      icon={<Lock aria-hidden />}
      action={
        <LinkButton href={href} variant="brand" size="lg">
          {t("Go to the show")}
        </LinkButton>
      }
    >
      {t("Your public room waits; nobody sees you there.")}
    </EmptyState>
  );
}

function Waits({ stage }: { stage: Stage }) {
  const { broadcast } = stage;
  const { show, refusal } = useStore(broadcast.store);
  const [query] = useSearch(paths.live);
  const [isOpening, setIsOpening] = useState(false);
  const now = useNow();
  const left =
    show?.awayUntil === undefined ? 0 : Math.ceil((Date.parse(show.awayUntil) - now) / 1000);

  async function back() {
    setIsOpening(true);
    await broadcast.back(query.by === "program" ? "elsewhere" : "here");
    setIsOpening(false);
  }

  return (
    <EmptyState
      page
      title={t("Welcome back")}
      icon={<Radio aria-hidden />}
      action={
        <div className="grid justify-items-center gap-3">
          <Button variant="brand" size="lg" pending={isOpening} onClick={back} data-autofocus>
            {t("Back to public")}
          </Button>
          {refusal && <FieldError>{refusal.message}</FieldError>}
          <StopButton broadcast={broadcast} quiet />
        </div>
      }
    >
      <p>{t("Your viewers wait in your room and see you as soon as you are back.")}</p>
      {left > 0 && (
        <p role="timer" aria-label={t("Time left")} className="tnum mt-2">
          {t(
            "Your public show ends in {count, plural, one {# second} other {# seconds}} otherwise.",
            { count: left },
          )}
        </p>
      )}
    </EmptyState>
  );
}
