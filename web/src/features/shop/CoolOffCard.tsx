import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "@/lib/time";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Select } from "@/ui/Field";
import { toast } from "@/ui/toast";
import { useNow } from "@/ui/useNow";
import { limits, useCoolOff } from "./api";
import { t } from "./texts";

const pauses = () => [
  { value: "24", label: t("A day") },
  { value: "72", label: t("Three days") },
  { value: "168", label: t("A week") },
  { value: "720", label: t("A month") },
  { value: "4320", label: t("Half a year") },
];

const hour = 3_600_000;

/** Pauses a member's spending and buying. It holds at once and cannot be taken back. */
export function CoolOffCard() {
  const { data } = useQuery(limits());
  const cool = useCoolOff();
  const now = useNow();
  const [hours, setHours] = useState("24");
  const [asking, setAsking] = useState(false);
  const until = data?.coolOffUntil;
  const running = until !== undefined && Date.parse(until) > now ? until : undefined;
  const end = new Date(now + Number(hours) * hour).toISOString();
  return (
    <Card title={t("Take a break")}>
      <p className="text-label font-normal text-fg2">
        {t(
          "Pauses everything that costs tokens, and buying them. It begins at once. It can be made longer, not shorter, and nobody can end it early.",
        )}
      </p>
      {running && (
        <p role="status" className="mt-4 rounded-md bg-sky-soft px-4 py-3 text-label text-sky-ink">
          {t("Your break lasts until {when}.", { when: formatDateTime(running) })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <Select
            label={t("For how long")}
            options={pauses()}
            value={hours}
            onChange={({ target }) => setHours(target.value)}
          />
        </div>
        <Button variant="outline" onClick={() => setAsking(true)}>
          {running ? t("Make it longer") : t("Begin the break")}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("Begin the break now?")}
        description={t(
          "Until {when} you can neither spend nor buy tokens. This cannot be undone.",
          { when: formatDateTime(end) },
        )}
        verb={t("Begin the break")}
        onConfirm={async () => {
          await cool.mutateAsync(Number(hours));
          toast.success(t("Your break has begun."));
        }}
      />
    </Card>
  );
}
