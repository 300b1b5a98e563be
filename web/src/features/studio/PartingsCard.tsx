import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { Avatar } from "@/ui/Avatar";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { LoadFailure } from "@/ui/States";
import { type Parting, partings, useDecideParting } from "./api";
import { ReasonDialog } from "./ReasonDialog";
import { t } from "./texts";

/** Members who ask to leave, and whom the studio has asked to; nothing when nobody does. */
export function PartingsCard() {
  const { models } = useLabels();
  const found = useQuery(partings(0));
  const [agreed, setAgreed] = useState<Parting>();
  const [refused, setRefused] = useState<Parting>();
  const decide = useDecideParting();
  if (!found.data) return <LoadFailure query={found} what={t("Who would like to leave")} />;
  if (found.data.total === 0) return null;
  return (
    <Card className="mb-5" title={t("{models} who leave", { models })}>
      <ul className="grid gap-4">
        {found.data.data.map((parting) => (
          <li key={parting._id} className="flex flex-wrap items-center gap-3">
            <Avatar src={parting.performer.avatar} size={36} />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{parting.performer.username}</span>
              <span className="block text-label text-fg2">{wordsOf(parting)}</span>
              {parting.reason && (
                <span className="block text-label [overflow-wrap:anywhere]">
                  “{parting.reason}”
                </span>
              )}
            </span>
            {parting.state === "open" && parting.askedBy === "performer" && (
              <span className="flex gap-2">
                <Button size="sm" variant="brand" onClick={() => setAgreed(parting)}>
                  {t("Agree")}
                </Button>
                <Button size="sm" variant="outline" onClick={() => setRefused(parting)}>
                  {t("Refuse")}
                </Button>
              </span>
            )}
            {parting.state === "open" && parting.askedBy === "studio" && (
              <Button
                size="sm"
                variant="outline"
                onClick={() => decide.mutate({ id: parting.performer._id, word: "withdraw" })}
              >
                {t("Take it back")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={agreed !== undefined}
        onClose={() => setAgreed(undefined)}
        title={t("Let {username} go?", { username: agreed?.performer.username ?? "" })}
        description={t(
          "What they earn from now on is theirs alone. Payout requests that they have made stay with you.",
        )}
        verb={t("Let go")}
        onConfirm={() => decide.mutateAsync({ id: agreed?.performer._id ?? "", word: "agree" })}
      />
      {refused && (
        <ReasonDialog
          title={t("Refuse that {username} leaves?", { username: refused.performer.username })}
          description={t("They read the reason, and can ask again.")}
          verb={t("Refuse")}
          mustSay
          onSay={(answer) =>
            decide.mutateAsync({ id: refused.performer._id, word: "refuse", answer })
          }
          onClose={() => setRefused(undefined)}
        />
      )}
    </Card>
  );
}

function wordsOf({ state, askedBy, dueAt }: Parting): string {
  if (state === "agreed") return t("Agreed. The membership ends with the show that is going on.");
  const date = formatDate(dueAt);
  return askedBy === "performer"
    ? t("Asks to leave. Without your answer until {date} the membership ends.", { date })
    : t("You have asked. Without an answer until {date} the membership ends.", { date });
}
