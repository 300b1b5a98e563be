import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { Badge } from "@/ui/Badge";
import { type Column, DataTable } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import type { Transfer } from "./api";
import { Legs } from "./Legs";
import { PersonLink } from "./PersonLink";
import { t } from "./texts";

type TransferTableProps = {
  rows: readonly Transfer[] | undefined;
  error?: Error | null;
  onRetry?: () => void;
  empty?: ReactNode;
};

export function TransferTable(props: TransferTableProps) {
  return (
    <DataTable
      label={t("Transfers")}
      columns={columns()}
      rowKey={(row: Transfer) => row._id}
      {...props}
    />
  );
}

/** When a transfer was, which leads to it, and of which kind it is. */
export const whenAndKind = (): Column<
  Pick<Transfer, "_id" | "createdAt" | "kind" | "reverses" | "reversedBy">
>[] => [
  {
    id: "when",
    header: t("When"),
    cell: ({ _id, createdAt }) => (
      <Link href={paths.admin.transfer(_id)} className="font-semibold hover:underline">
        {formatDateTime(createdAt)}
      </Link>
    ),
  },
  {
    id: "kind",
    header: t("Kind"),
    cell: ({ kind, reverses, reversedBy }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {kindName(kind)}
        {reverses && <Badge tone="danger">{t("Takes back")}</Badge>}
        {reversedBy && <Badge tone="neutral">{t("Taken back")}</Badge>}
      </span>
    ),
  },
];

const columns = (): Column<Transfer>[] => [
  ...whenAndKind(),
  { id: "payer", header: t("Paid by"), cell: ({ payer }) => <PersonLink person={payer} /> },
  { id: "payee", header: t("Paid to"), cell: ({ payee }) => <PersonLink person={payee} /> },
  { id: "legs", header: t("What moved"), cell: ({ legs }) => <Legs legs={legs} /> },
  {
    id: "amount",
    header: t("Tokens"),
    numeric: true,
    cell: ({ amount }) => <b>{formatTokens(amount)}</b>,
  },
];
