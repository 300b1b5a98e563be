import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import type { PayoutRequest } from "@/money/payouts/types";
import { formatMoney, methodName } from "@/money/payouts/words";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Fact } from "@/ui/Fact";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { type BatchView, batch } from "./api";
import { BatchActs } from "./BatchActs";
import { BatchBadge } from "./BatchList";
import { nameOf } from "./RequestQueue";
import { t } from "./texts";
import { railName, releaseOf } from "./words";

/** /admin/payouts/batches/{id}: one file, what is in it, and what happens to it. */
export default function BatchPage() {
  useTitle(t("Payout batch"));
  const id = useParam(paths.admin.payoutBatch);
  const found = useQuery(batch(id));
  return (
    <>
      <LinkButton
        href={`${paths.admin.payouts()}?tab=batches`}
        variant="ghost"
        className="mb-3 -ms-4"
      >
        <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        {t("Batches")}
      </LinkButton>
      <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
        {(data) => <Opened found={data} />}
      </Loaded>
    </>
  );
}

function Opened({ found }: { found: BatchView }) {
  const me = useSession().session?._id;
  const { creator, approver, exportedAt, closedAt, reason, reference, discardBy, closedBy } = found;
  return (
    <div className="grid gap-5">
      <PageHeader title={formatMoney(found.total, found.currency)}>
        {t("{rail}, made {createdAt}", {
          rail: railName(found.rail),
          createdAt: formatDateTime(found.createdAt),
        })}
      </PageHeader>
      <Card title={t("File")} aside={<BatchBadge state={found.state} />}>
        <dl className="mb-5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact label={t("Name")}>{found.fileName}</Fact>
          <Fact label={t("Payments")}>{found.payments}</Fact>
          <Fact label={t("Made by")}>{nameOf(creator, me)}</Fact>
          <Fact label={t("Approved by")}>{approver ? nameOf(approver, me) : t("nobody yet")}</Fact>
          <Fact label={t("First exported")}>
            {exportedAt ? formatDateTime(exportedAt) : t("not yet")}
          </Fact>
          {closedAt && <Fact label={t("Closed")}>{formatDateTime(closedAt)}</Fact>}
          {reference && <Fact label={t("Reference of the payment")}>{reference}</Fact>}
          {closedBy && <Fact label={t("Closed by")}>{nameOf(closedBy, me)}</Fact>}
          {discardBy && (
            <Fact label={t("Said that the bank will not pay it")}>{nameOf(discardBy, me)}</Fact>
          )}
          {reason && (
            <Fact label={closedAt ? t("Discarded because") : t("To be discarded because")}>
              {reason}
            </Fact>
          )}
          <Fact
            label={t("Fingerprint of the file (SHA-256), to compare with what the bank got")}
            className="sm:col-span-2"
          >
            <code className="break-all text-caption">{found.hash}</code>
          </Fact>
        </dl>
        <BatchActs batch={found} me={me} />
      </Card>
      <Card flush title={t("What is in it")}>
        <DataTable
          label={t("Requests of the batch")}
          columns={columns()}
          rows={found.requests}
          rowKey={({ _id }) => _id}
          empty={
            <EmptyState title={t("Nothing is in it any more")}>
              {t("Its requests are free again, or bounced and left it.")}
            </EmptyState>
          }
        />
      </Card>
    </div>
  );
}

const columns = (): Column<PayoutRequest>[] => [
  {
    id: "who",
    header: t("Account"),
    cell: ({ userInfo, releases = [] }) => (
      <span className="min-w-0">
        <span className="font-semibold">{userInfo.username}</span>
        {releases.map((release) => (
          <span key={release.batchId} className="block text-caption text-gold-ink">
            {releaseOf(release)}
          </span>
        ))}
      </span>
    ),
  },
  {
    id: "to",
    header: t("To"),
    cell: ({ paymentAccountType, account }) => `${methodName(paymentAccountType)}, ${account}`,
  },
  {
    id: "pays",
    header: t("Pays"),
    numeric: true,
    cell: ({ amount, currency }) => (
      <span className="font-bold">{formatMoney(amount, currency)}</span>
    ),
  },
  {
    id: "id",
    header: t("Reference in the file"),
    cell: ({ _id }) => <code className="text-caption break-all">{_id}</code>,
  },
];
