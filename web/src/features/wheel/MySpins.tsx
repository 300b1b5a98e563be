import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "@/lib/time";
import { Button } from "@/ui/Button";
import { LoadFailure } from "@/ui/States";
import { type Result, results } from "./api";
import { Swatch } from "./Odds";
import { StatusBadge } from "./StatusBadge";
import { t } from "./texts";
import { VerifySheet } from "./VerifySheet";

const shown = 5;

/** My last spins at this wheel; nothing before the first. */
export function MySpins({ performerId }: { performerId: string }) {
  const found = useQuery(results({ performerId, limit: shown }));
  const { data } = found;
  const [verifying, setVerifying] = useState<Result>();
  if (!data || data.total === 0) return <LoadFailure query={found} what={t("Your last spins")} />;
  return (
    <section aria-labelledby="my-spins">
      <h3 id="my-spins" className="text-label font-bold">
        {t("Your spins")}
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {data.data.map((result) => (
          <li key={result._id} className="flex items-center gap-2.5 py-2">
            <Swatch color={result.color} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-label font-medium">{result.label}</span>
              <span className="block text-caption text-fg3">
                {formatDateTime(result.createdAt)}
              </span>
            </span>
            <StatusBadge result={result} />
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("Verify {label}", { label: result.label })}
              onClick={() => setVerifying(result)}
            >
              {t("Verify")}
            </Button>
          </li>
        ))}
      </ul>
      {verifying && <VerifySheet result={verifying} onClose={() => setVerifying(undefined)} />}
    </section>
  );
}
