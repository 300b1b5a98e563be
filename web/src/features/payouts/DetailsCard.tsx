import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { formatDate, formatDateTime } from "@/lib/time";
import type { Method } from "@/money/payouts/types";
import { methodName, methods } from "@/money/payouts/words";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { type Destination, details } from "./api";
import { DetailsDialog } from "./DetailsDialog";
import { t } from "./texts";

/** Where I am paid, by each method; numbers stay masked once they are saved. */
export function DetailsCard() {
  const found = useQuery(details());
  const [changed, setChanged] = useState<Method>();
  const known = (method: Method) => found.data?.data.find(({ type }) => type === method);
  return (
    <Card title={t("Where you are paid")}>
      {found.error && found.data === undefined && (
        <ErrorState error={found.error} onRetry={found.refetch} />
      )}
      {found.isPending && <Skeleton alone className="h-48 w-full rounded-md" />}
      {found.data?.frozenUntil && <Frozen until={found.data.frozenUntil} />}
      {found.data && (
        <ul>
          {methods().map(({ value }) => (
            <Row
              key={value}
              method={value}
              kept={known(value)}
              onChange={() => setChanged(value)}
            />
          ))}
        </ul>
      )}
      {changed && found.data && (
        <DetailsDialog
          method={changed}
          kept={known(changed)}
          freezeHours={found.data.freezeHours}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Card>
  );
}

function Frozen({ until }: { until: string }) {
  return (
    <p
      role="status"
      className="mb-3 flex gap-3 rounded-md bg-gold-soft p-3 text-label text-gold-ink"
    >
      <ShieldCheck size={18} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {t(
          "Your payout details are new. Payouts begin again on {when}. If you did not change them, change your password now and tell us.",
          { when: formatDateTime(until) },
        )}
      </span>
    </p>
  );
}

type RowProps = { method: Method; kept: Destination | undefined; onChange: () => void };

function Row({ method, kept, onChange }: RowProps) {
  const name = methodName(method);
  return (
    <li className="flex items-center gap-4 border-b border-line py-3 last:border-0 last:pb-0">
      <span className="min-w-0 flex-1">
        <span className="block text-label font-semibold">{name}</span>
        <span className="block text-caption break-words text-fg2">
          {kept ? `${shown(kept)}, ${kept.accountHolder}` : t("Not set up")}
        </span>
        {kept && (
          <span className="block text-caption text-fg3">
            {t("Since {date}", { date: formatDate(kept.updatedAt) })}
          </span>
        )}
      </span>
      <Button
        size="sm"
        variant="outline"
        aria-label={kept ? t("Change {name}", { name }) : t("Set up {name}", { name })}
        onClick={onChange}
      >
        {kept ? t("Change") : t("Set up")}
      </Button>
    </li>
  );
}

/** The masked number alone. */
function shown({ iban, accountNumber, email, coin, address }: Destination): string {
  return [iban, accountNumber, email, coin, address].filter(Boolean).join(" ");
}
