import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "@/api/errors";
import { formatNumber } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { incomes } from "@/money/kinds";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { type Income, ownRates, useDecideOffer } from "./api";
import { t } from "./texts";

type Row = { id: string; label: string; now: number; offered: number | undefined };

/** What my studio gives me, and its wish to give less, which waits for my word, above `children`. Nothing without a studio. */
export function CommissionCard({ children }: { children?: (studio: string) => ReactNode }) {
  const found = useQuery(ownRates());
  const { data } = found;
  const queries = useQueryClient();
  const decide = useDecideOffer();
  useSocketEvent("commission/changed", () => {
    queries.invalidateQueries({ queryKey: ownRates().queryKey });
  });
  if (!data?.studio) return <LoadFailure query={found} what={t("What your studio gives you")} />;
  const { studio, offer } = data;

  function say(id: string, word: "accept" | "decline") {
    decide.mutate(
      { id, word },
      {
        onSuccess: () =>
          toast.success(word === "accept" ? t("Agreed. It holds from now on.") : t("Declined.")),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  }

  return (
    <Card
      className="mb-5"
      title={
        offer
          ? t("{username} offers you other shares", { username: studio.username })
          : t("Your share at {username}", { username: studio.username })
      }
    >
      {offer && (
        <p className="mb-3 text-body text-fg2">
          {t("Asked on {date}. Nothing changes until you accept.", {
            date: formatDate(offer.createdAt),
          })}
        </p>
      )}
      <DataTable
        label={t("Your shares")}
        columns={offer ? [...columns(), offered()] : columns()}
        rows={rowsOf(data)}
        rowKey={({ id }) => id}
      />
      {offer && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            variant="brand"
            pending={decide.isPending}
            onClick={() => say(offer._id, "accept")}
          >
            {t("Accept")}
          </Button>
          <Button
            variant="outline"
            disabled={decide.isPending}
            onClick={() => say(offer._id, "decline")}
          >
            {t("Decline")}
          </Button>
        </div>
      )}
      {children?.(studio.username)}
    </Card>
  );
}

function rowsOf({ rates, offer }: Income): Row[] {
  return incomes.map(({ id, many: label }) => ({
    id,
    label,
    now: rates[id],
    offered: offer?.rates[id],
  }));
}

const columns = (): Column<Row>[] => [
  { id: "kind", header: t("Income"), cell: ({ label }) => label },
  {
    id: "now",
    header: t("You get of the studio's income"),
    numeric: true,
    cell: ({ now }) => `${formatNumber(now)} %`,
  },
];

const offered = (): Column<Row> => ({
  id: "offered",
  header: t("Offered"),
  numeric: true,
  cell: ({ now, offered: share }) =>
    share === undefined || share === now ? "–" : <strong>{formatNumber(share)} %</strong>,
});
