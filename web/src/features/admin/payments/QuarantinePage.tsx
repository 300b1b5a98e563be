import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { minorText } from "@/lib/money";
import { formatDateTime } from "@/lib/time";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Select, TextField } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { type Odd, odds, useResolve } from "./api";
import { PaymentsNav } from "./PaymentsNav";
import { ReasonedDialog } from "./ReasonedDialog";
import { t } from "./texts";
import { inWords, oddStatuses, options } from "./words";

type Resolving = { odd: Odd; decision: "apply" | "drop" };

/** /admin/payments/quarantine: authentic notifications that did not agree with their payment. */
export default function QuarantinePage() {
  useTitle(t("Quarantine"));
  const { session } = useSession();
  const [query, choose] = useFilters(paths.admin.quarantine);
  const status = query.status ?? "";
  const [list, page] = useList(paths.admin.quarantine, (offset) => odds(status, offset));
  const [resolving, setResolving] = useState<Resolving>();
  return (
    <ListPage
      title={t("Quarantine")}
      lead={t(
        "What a gateway told and what did not agree with the payment. Nothing of it was credited.",
      )}
      above={<PaymentsNav here="quarantine" />}
      filters={
        <div className="max-w-64 px-4 pt-4 pb-3">
          <Select
            label={t("State")}
            placeholder={t("Any")}
            options={options(oddStatuses())}
            value={status}
            onChange={({ target }) => choose({ status: target.value })}
          />
        </div>
      }
      list={list}
      page={page}
      columns={columns(session?.username, setResolving)}
      rowKey={(row) => row._id}
      empty={
        <EmptyState title={t("Nothing is in quarantine")} icon={<ShieldCheck aria-hidden />}>
          {t("Every notification agreed with its payment.")}
        </EmptyState>
      }
    >
      {resolving && (
        <ResolveDialog
          key={resolving.odd._id + resolving.decision}
          {...resolving}
          onClose={() => setResolving(undefined)}
        />
      )}
    </ListPage>
  );
}

function ResolveDialog({ odd, decision, onClose }: Resolving & { onClose: () => void }) {
  const resolve = useResolve();
  const [transactionId, setTransactionId] = useState("");
  const applies = decision === "apply";
  const needsPayment = applies && odd.transactionId === undefined;
  return (
    <ReasonedDialog
      title={applies ? t("Apply it after all?") : t("Drop it?")}
      description={
        applies
          ? t(
              "It then counts as if it had agreed: tokens are credited or taken. Large amounts need a second admin.",
            )
          : t("It never counts. The genuine notification of the same payment still can.")
      }
      verb={applies ? t("Apply") : t("Drop")}
      done={applies ? t("It was applied.") : t("It was dropped.")}
      onDecide={async (reason) => {
        const { status } = await resolve.mutateAsync({
          id: odd._id,
          decision,
          transactionId,
          reason,
        });
        return { waits: status === "approved" };
      }}
      onClose={onClose}
    >
      {needsPayment && (
        <TextField
          label={t("Id of the payment it belongs to")}
          value={transactionId}
          required
          onChange={({ target }) => setTransactionId(target.value.trim())}
        />
      )}
    </ReasonedDialog>
  );
}

function columns(me: string | undefined, onResolve: (next: Resolving) => void): Column<Odd>[] {
  return [
    { id: "when", header: t("When"), cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: "gateway", header: t("Gateway"), cell: ({ gateway }) => gateway },
    {
      id: "what",
      header: t("What"),
      cell: ({ kind, transactionId }) =>
        transactionId ? (
          <Link href={paths.admin.payment(transactionId)} className="font-semibold hover:underline">
            {inWords(kind)}
          </Link>
        ) : (
          inWords(kind)
        ),
    },
    {
      id: "amount",
      header: t("Amount"),
      numeric: true,
      cell: ({ amount, currency }) =>
        currency ? `${minorText(amount, currency)} ${currency}` : String(amount),
    },
    {
      id: "differences",
      header: t("Differs in"),
      cell: ({ differences }) => (
        <span className="block max-w-72 whitespace-normal">{differences.join("; ")}</span>
      ),
    },
    {
      id: "state",
      header: t("State"),
      cell: ({ status, reason }) => (
        <span title={reason}>
          <Badge tone={oddStatuses()[status].tone}>{oddStatuses()[status].label}</Badge>
        </span>
      ),
    },
    {
      id: "acts",
      header: "",
      numeric: true,
      cell: (odd) => <Acts odd={odd} me={me} onResolve={onResolve} />,
    },
  ];
}

type ActsProps = { odd: Odd; me: string | undefined; onResolve: (next: Resolving) => void };

function Acts({ odd, me, onResolve }: ActsProps) {
  if (odd.status !== "open" && odd.status !== "approved") return null;
  // Who was the first of two is not the second as well.
  const isFirst = odd.firstBy !== undefined && odd.firstBy === me;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {isFirst ? (
        <span className="self-center text-caption text-fg2">
          {t("Another admin has to apply it")}
        </span>
      ) : (
        <Button variant="outline" size="sm" onClick={() => onResolve({ odd, decision: "apply" })}>
          {t("Apply")}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => onResolve({ odd, decision: "drop" })}>
        {t("Drop")}
      </Button>
    </span>
  );
}
