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

const pauses = [
  { value: "24", label: "A day" },
  { value: "72", label: "Three days" },
  { value: "168", label: "A week" },
  { value: "720", label: "A month" },
  { value: "4320", label: "Half a year" },
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
    <Card title="Take a break">
      <p className="text-label font-normal text-fg2">
        Pauses everything that costs tokens, and buying them. It begins at once. It can be made
        longer, not shorter, and nobody can end it early.
      </p>
      {running && (
        <p role="status" className="mt-4 rounded-md bg-sky-soft px-4 py-3 text-label text-sky-ink">
          Your break lasts until {formatDateTime(running)}.
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1">
          <Select
            label="For how long"
            options={pauses}
            value={hours}
            onChange={({ target }) => setHours(target.value)}
          />
        </div>
        <Button variant="outline" onClick={() => setAsking(true)}>
          {running ? "Make it longer" : "Begin the break"}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Begin the break now?"
        description={`Until ${formatDateTime(end)} you can neither spend nor buy tokens. This cannot be undone.`}
        verb="Begin the break"
        onConfirm={async () => {
          await cool.mutateAsync(Number(hours));
          toast.success("Your break has begun.");
        }}
      />
    </Card>
  );
}
