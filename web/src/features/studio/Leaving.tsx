import { useState } from "react";
import { messageOf } from "@/api/errors";
import { formatDate } from "@/lib/time";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { type Belonging, useLeaveStudio, useOwnParting } from "./apiBelonging";
import { ReasonDialog } from "./ReasonDialog";
import { t } from "./texts";

type LeavingProps = {
  studio: string;
  /** The studio has switched me off: I need nobody's word. */
  isInactive: boolean;
  parting?: Belonging["parting"];
};

/** The way out of my studio, and how far it is. */
export function Leaving({ studio, isInactive, parting }: LeavingProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRefusing, setIsRefusing] = useState(false);
  const leave = useLeaveStudio();
  const decide = useOwnParting();
  const waits = parting?.state === "open" ? parting : undefined;

  function say(word: "agree" | "withdraw") {
    decide.mutate({ word }, { onError: (error) => toast.error(messageOf(error)) });
  }

  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      {parting && <p className="text-label text-fg2">{wordsOf(parting, studio)}</p>}
      {parting?.state === "refused" && parting.askedBy === "performer" && (
        <p className="text-label [overflow-wrap:anywhere]">“{parting.answer}”</p>
      )}
      {waits?.askedBy === "studio" && waits.reason && (
        <p className="text-label [overflow-wrap:anywhere]">“{waits.reason}”</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {waits?.askedBy === "studio" && (
          <>
            <Button variant="danger" pending={decide.isPending} onClick={() => say("agree")}>
              {t("Agree and leave")}
            </Button>
            <Button variant="outline" onClick={() => setIsRefusing(true)}>
              {t("Refuse")}
            </Button>
          </>
        )}
        {waits?.askedBy === "performer" && (
          <Button variant="outline" pending={decide.isPending} onClick={() => say("withdraw")}>
            {t("Stay after all")}
          </Button>
        )}
        {!waits && parting?.state !== "agreed" && (
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            {t("Leave studio")}
          </Button>
        )}
      </div>
      {isOpen && (
        <ReasonDialog
          title={t("Leave {studio}?", { studio })}
          description={
            isInactive
              ? t(
                  "What you earn from now on is yours alone. Payout requests that you have made stay with the studio.",
                )
              : t(
                  "The studio is asked, and has 14 days to answer; without an answer you leave it. Payout requests that you have made stay with the studio.",
                )
          }
          verb={isInactive ? t("Leave studio") : t("Ask to leave")}
          onSay={async (reason) => {
            const { state } = await leave.mutateAsync(reason);
            toast.success(
              state === "done"
                ? t("You have left {studio}.", { studio })
                : t("{studio} was asked.", { studio }),
            );
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
      {isRefusing && (
        <ReasonDialog
          title={t("Stay at {studio}?", { studio })}
          description={t("The studio reads the reason, and can ask again.")}
          verb={t("Refuse")}
          mustSay
          onSay={(answer) => decide.mutateAsync({ word: "refuse", answer })}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </div>
  );
}

function wordsOf({ state, askedBy, dueAt }: NonNullable<Belonging["parting"]>, studio: string) {
  const date = formatDate(dueAt);
  if (state === "agreed") return t("Agreed. You leave {studio} when your show ends.", { studio });
  if (state === "open")
    return askedBy === "performer"
      ? t("You have asked to leave. Without an answer until {date} you leave.", { date })
      : t("{studio} asks you to leave. Without your answer until {date} you leave.", {
          studio,
          date,
        });
  if (state === "refused" && askedBy === "performer")
    return t("{studio} did not agree that you leave:", { studio });
  return "";
}
