import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { idempotencyKey } from "@/api/client";
import { messageOf } from "@/api/errors";
import type { Method } from "@/money/payouts/types";
import { formatMoney, isMethod, methods } from "@/money/payouts/words";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { FieldError, Select, TextField } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useSettled } from "@/ui/useSettled";
import { details, type Earner, type Preview, preview, useCreate } from "./api";
import { PreviewPanel } from "./PreviewPanel";
import { t } from "./texts";

/** Asks for a payout, after showing what it covers and pays. */
export function NewRequestCard({ earner }: { earner: Earner }) {
  const found = useQuery(details());
  const mine = methods().filter(({ value }) => found.data?.data.some(({ type }) => type === value));
  const first = mine[0];
  return (
    <Card title={t("New request")}>
      {found.error && found.data === undefined && (
        <ErrorState error={found.error} onRetry={found.refetch} />
      )}
      {found.isPending && <Skeleton alone className="h-64 w-full rounded-md" />}
      {found.data && !first && (
        <EmptyState title={t("First say where you are paid")} icon={<Landmark aria-hidden />}>
          {t(
            "Set up one of the ways under “Where you are paid”; then you can ask for a payout here.",
          )}
        </EmptyState>
      )}
      {first && <RequestForm earner={earner} mine={mine} first={first.value} />}
    </Card>
  );
}

type RequestFormProps = {
  earner: Earner;
  /** The methods that are set up. */
  mine: readonly { value: Method; label: string }[];
  first: Method;
};

const amount = /^\d{1,12}(\.\d{1,2})?$/;

function RequestForm({ earner, mine, first }: RequestFormProps) {
  const [chosen, setChosen] = useState<Method>();
  const [typed, setTyped] = useState("");
  const [note, setNote] = useState("");
  const create = useCreate(earner);
  const attempt = useRef({ order: "", key: "" });
  const method = mine.some(({ value }) => value === chosen) ? (chosen ?? first) : first;
  const tokens = typed.trim();
  const settled = useSettled(tokens);
  const isAmount = tokens === "" || (amount.test(tokens) && Number(tokens) > 0);
  const asked = tokens === settled && isAmount ? tokens : undefined;
  const found = useQuery({
    ...preview(earner, method, asked ?? ""),
    enabled: asked !== undefined,
  });
  const isCurrent = asked !== undefined && found.isSuccess && !found.isPlaceholderData;

  function request(event: FormEvent, { requestTokens, amount: pays, currency }: Preview) {
    event.preventDefault();
    const order = JSON.stringify([method, requestTokens, note]);
    if (attempt.current.order !== order) attempt.current = { order, key: idempotencyKey() };
    create.mutate(
      { method, tokens: requestTokens, note, key: attempt.current.key },
      {
        onSuccess: () => {
          attempt.current = { order: "", key: "" }; // the same again is another request
          setTyped("");
          setNote("");
          toast.success(t("You have asked for {amount}.", { amount: formatMoney(pays, currency) }));
        },
      },
    );
  }

  return (
    <form
      noValidate
      aria-label={t("New request")}
      className="grid gap-5"
      onSubmit={(event) => (found.data ? request(event, found.data) : event.preventDefault())}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t("Paid by")}
          options={mine}
          value={method}
          onChange={({ target }) => isMethod(target.value) && setChosen(target.value)}
        />
        <TextField
          label={t("Tokens")}
          inputMode="decimal"
          autoComplete="off"
          placeholder={found.data ? t("All: {tokens}", { tokens: found.data.available }) : t("All")}
          value={typed}
          error={isAmount ? undefined : t("Must be an amount of tokens, with at most 2 decimals")}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <TextField
        label={t("Note")}
        hint={t("For who decides; you may leave it empty.")}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {found.error && found.data === undefined && (
        <ErrorState error={found.error} onRetry={found.refetch} />
      )}
      {found.isPending && isAmount && <Skeleton alone className="h-44 w-full rounded-md" />}
      {found.data && <PreviewPanel preview={found.data} isOld={!isCurrent} />}
      {create.error && <FieldError>{messageOf(create.error)}</FieldError>}
      <Button
        type="submit"
        variant="brand"
        size="lg"
        pending={create.isPending}
        disabled={!isCurrent || Boolean(found.data?.refusal)}
      >
        {found.data && isCurrent && !found.data.refusal
          ? t("Request {amount}", { amount: formatMoney(found.data.amount, found.data.currency) })
          : t("Request a payout")}
      </Button>
    </form>
  );
}
