import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import type { PayoutRequest } from "@/money/payouts/types";
import { formatMoney, methodName } from "@/money/payouts/words";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FieldError, Select } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { useGo } from "@/ui/useAddress";
import { payable, type Rail, useCreateBatch } from "./api";
import { t } from "./texts";
import { carries, isRail, rails, releaseOf, sumOf } from "./words";

/** Chooses a file and the approved requests that it pays. */
export function NewBatchDialog({ onClose }: { onClose: () => void }) {
  const found = useQuery(payable());
  const ready = found.data?.data.filter(({ batchId }) => !batchId);
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t("New batch")}
      description={t(
        "The file is made now and never changes. Its requests can be paid by nothing else, until the batch is paid or discarded.",
      )}
    >
      {found.error && found.data === undefined && (
        <ErrorState error={found.error} onRetry={found.refetch} />
      )}
      {found.isPending && <Skeleton alone className="mt-5 h-64 w-full rounded-md" />}
      {ready?.length === 0 && (
        <EmptyState title={t("Nothing waits to be paid")}>
          {t("Approve requests first. Those that are in another batch are not listed here.")}
        </EmptyState>
      )}
      {ready && ready.length > 0 && <BatchForm ready={ready} onClose={onClose} />}
    </Dialog>
  );
}

type BatchFormProps = { ready: readonly PayoutRequest[]; onClose: () => void };

function BatchForm({ ready, onClose }: BatchFormProps) {
  const go = useGo();
  const create = useCreateBatch();
  const currencies = [...new Set(ready.map(({ currency }) => currency))];
  const [rail, setRail] = useState<Rail>("csv");
  const [currency, setCurrency] = useState(currencies[0] ?? "");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSure, setIsSure] = useState(false);
  const fitting = ready.filter((one) => one.currency === currency && carries(rail, one));
  const picked = fitting.filter(({ _id }) => !left.has(_id));
  const asksAgain = picked.some(({ releases = [] }) => releases.length > 0);
  const total = formatMoney(sumOf(picked.map(({ amount }) => amount)), currency);

  function toggle(id: string) {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  }

  function make(event: FormEvent) {
    event.preventDefault();
    create.mutate(
      {
        rail,
        requestIds: picked.map(({ _id }) => _id),
        ...(asksAgain && { exportedBefore: true }),
      },
      { onSuccess: ({ _id }) => go(paths.admin.payoutBatch(_id)) },
    );
  }

  return (
    <form onSubmit={make} aria-label={t("New batch")} className="mt-5 grid gap-5">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_140px]">
        <Select
          label={t("File")}
          options={rails()}
          value={rail}
          hint={rails().find(({ value }) => value === rail)?.carries}
          onChange={({ target }) => isRail(target.value) && setRail(target.value)}
        />
        <Select
          label={t("Currency")}
          options={currencies.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={({ target }) => setCurrency(target.value)}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 text-label font-semibold">
          {t(
            "{count, plural, one {# approved request} other {# approved requests}} that this file can carry",
            { count: fitting.length },
          )}
        </legend>
        <div className="max-h-72 overflow-y-auto rounded-md border border-line px-3">
          {fitting.length === 0 && (
            <p className="py-4 text-label text-fg2">
              {t("None. Choose another file or currency.")}
            </p>
          )}
          {fitting.map(({ _id, userInfo, amount, paymentAccountType, account, releases = [] }) => (
            <Checkbox
              key={_id}
              checked={!left.has(_id)}
              onChange={() => toggle(_id)}
              label={`${userInfo.username}, ${formatMoney(amount, currency)}`}
              hint={[
                `${methodName(paymentAccountType)}, ${account}`,
                ...releases.map(releaseOf),
              ].join(". ")}
            />
          ))}
        </div>
      </fieldset>
      {asksAgain && (
        <div className="rounded-md bg-gold-soft p-3 text-label text-gold-ink">
          <p>
            {t(
              "Some of these were in a file that was exported before. If the bank paid it, they are paid twice.",
            )}
          </p>
          <Checkbox
            checked={isSure}
            onChange={() => setIsSure(!isSure)}
            label={t("The bank has not paid them, and will not")}
          />
        </div>
      )}
      {create.error && <FieldError>{messageOf(create.error)}</FieldError>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button
          type="submit"
          variant="brand"
          pending={create.isPending}
          disabled={picked.length === 0 || (asksAgain && !isSure)}
        >
          {t("Freeze {count, plural, one {# payment} other {# payments}}, {total}", {
            count: picked.length,
            total,
          })}
        </Button>
      </div>
    </form>
  );
}
