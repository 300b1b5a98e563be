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

type TransferTableProps = {
  rows: readonly Transfer[] | undefined;
  error?: Error | null;
  onRetry?: () => void;
  empty?: ReactNode;
};

export function TransferTable(props: TransferTableProps) {
  return (
    <DataTable label="Transfers" columns={columns} rowKey={(row: Transfer) => row._id} {...props} />
  );
}

const columns: Column<Transfer>[] = [
  {
    id: "when",
    header: "When",
    cell: ({ _id, createdAt }) => (
      <Link href={paths.admin.transfer(_id)} className="font-semibold hover:underline">
        {formatDateTime(createdAt)}
      </Link>
    ),
  },
  {
    id: "kind",
    header: "Kind",
    cell: ({ kind, reverses, reversedBy }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {kindName(kind)}
        {reverses && <Badge tone="danger">Takes back</Badge>}
        {reversedBy && <Badge tone="neutral">Taken back</Badge>}
      </span>
    ),
  },
  { id: "payer", header: "Paid by", cell: ({ payer }) => <PersonLink person={payer} /> },
  { id: "payee", header: "Paid to", cell: ({ payee }) => <PersonLink person={payee} /> },
  { id: "legs", header: "What moved", cell: ({ legs }) => <Legs legs={legs} /> },
  {
    id: "amount",
    header: "Tokens",
    numeric: true,
    cell: ({ amount }) => <b>{formatTokens(amount)}</b>,
  },
];
