import { Files } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { formatMoney } from "@/money/payouts/words";
import { Badge } from "@/ui/Badge";
import { Button, LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { type Batch, batches } from "./api";
import { NewBatchDialog } from "./NewBatchDialog";
import { t } from "./texts";
import { batchStates, isBatchState, railName } from "./words";

/** The files that pay requests together. */
export function BatchList() {
  const [query, choose] = useFilters(paths.admin.payouts);
  const state = isBatchState(query.state) ? query.state : undefined;
  const [list, page] = useList(paths.admin.payouts, (offset) => batches(state, offset));
  const [making, setMaking] = useState(false);
  return (
    <>
      <Card
        flush
        title={t("Batches")}
        aside={
          <Button variant="brand" onClick={() => setMaking(true)}>
            {t("New batch")}
          </Button>
        }
      >
        <div className="grid grid-cols-2 px-4 pb-3 sm:grid-cols-4 lg:px-5">
          <Select
            label={t("State")}
            placeholder={t("All")}
            options={batchStates()}
            value={state ?? ""}
            onChange={({ target }) => choose({ state: target.value })}
          />
        </div>
        <ListTable
          list={list}
          page={page}
          label={t("Batches")}
          columns={columns()}
          rowKey={({ _id }) => _id}
          empty={
            <EmptyState
              title={state ? t("No batch has this state") : t("No batches yet")}
              icon={<Files aria-hidden />}
              action={!state && <Button onClick={() => setMaking(true)}>{t("New batch")}</Button>}
            >
              {t("A batch freezes approved requests into one file for your bank or wallet.")}
            </EmptyState>
          }
        />
      </Card>
      {making && <NewBatchDialog onClose={() => setMaking(false)} />}
    </>
  );
}

export function BatchBadge({ state }: { state: Batch["state"] }) {
  const known = batchStates().find(({ value }) => value === state);
  return <Badge tone={known?.tone ?? "neutral"}>{known?.label ?? state}</Badge>;
}

const columns = (): Column<Batch>[] => [
  { id: "when", header: t("Made"), cell: ({ createdAt }) => formatDateTime(createdAt) },
  { id: "rail", header: t("File"), cell: ({ rail }) => railName(rail) },
  { id: "count", header: t("Payments"), numeric: true, cell: ({ payments }) => payments },
  {
    id: "total",
    header: t("Total"),
    numeric: true,
    cell: ({ total, currency }) => (
      <span className="font-bold">{formatMoney(total, currency)}</span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    cell: ({ state, exportedAt, discardBy }) => (
      <span className="flex flex-wrap gap-1.5 max-sm:justify-end">
        <BatchBadge state={state} />
        {exportedAt && state === "approved" && <Badge>{t("Exported")}</Badge>}
        {discardBy && state === "approved" && <Badge tone="gold">{t("Discarding waits")}</Badge>}
      </span>
    ),
  },
  {
    id: "open",
    header: t("Actions"),
    cell: ({ _id }) => (
      <span className="flex justify-end">
        <LinkButton href={paths.admin.payoutBatch(_id)} size="sm" variant="outline">
          {t("Open")}
        </LinkButton>
      </span>
    ),
  },
];
