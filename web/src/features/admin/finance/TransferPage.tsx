import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { useParam } from "@/ui/useAddress";
import { type Place, type TransferFile, transfer } from "./api";
import { PersonLink } from "./PersonLink";
import { TransferTable } from "./TransferTable";
import { placeName } from "./words";

/** /admin/finance/transfers/:id: one transfer, what it moved, and what belongs to it. */
export default function TransferPage() {
  useTitle("Transfer");
  const id = useParam(paths.admin.transfer);
  const found = useQuery(transfer(id));
  return (
    <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
      {(data) => <Opened data={data} />}
    </Loaded>
  );
}

function Opened({ data }: { data: TransferFile }) {
  return (
    <>
      <PageHeader title={kindName(data.kind)}>
        <Link href={paths.admin.transfers()} className="text-brand-ink underline">
          All transfers
        </Link>{" "}
        · <code className="break-all">{data._id}</code>
      </PageHeader>
      <div className="grid gap-5">
        <Card title={`${formatTokens(data.amount)} tokens`} aside={<States file={data} />}>
          <Facts file={data} />
        </Card>
        <Card flush title="What moved">
          <DataTable
            label="What moved"
            columns={legColumns}
            rows={data.legs}
            rowKey={({ source, target }) => `${source.account} ${target.account}`}
          />
        </Card>
        {data.split && <Split split={data.split} />}
        {data.related.length > 1 && <Related file={data} />}
      </div>
    </>
  );
}

function States({ file: { reverses, reversedBy } }: { file: TransferFile }) {
  if (reverses) return <Badge tone="danger">Takes another back</Badge>;
  if (reversedBy) return <Badge tone="neutral">Taken back</Badge>;
  return <Badge tone="ok">Stands</Badge>;
}

function Facts({ file }: { file: TransferFile }) {
  const { reverses, reversedBy, reference, kind } = file;
  const lines: { name: string; value: ReactNode }[] = [
    { name: "When", value: formatDateTime(file.createdAt) },
    { name: "Paid by", value: file.payer && <PersonLink person={file.payer} /> },
    { name: "Paid to", value: file.payee && <PersonLink person={file.payee} /> },
    {
      name: "Reference",
      value: reference && (
        <Link href={paths.admin.transfers({ q: reference, kind })} className="hover:underline">
          <code>{reference}</code>
        </Link>
      ),
    },
    { name: "Key", value: <code>{file.key}</code> },
    { name: "Note", value: file.memo },
    { name: "Takes back", value: reverses && <TransferLink id={reverses} /> },
    { name: "Taken back by", value: reversedBy && <TransferLink id={reversedBy} /> },
    { name: "Day of the journal", value: <Day file={file} /> },
  ].filter(({ value }) => value !== undefined && value !== "");
  return (
    <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {lines.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 text-label">
          <dt className="shrink-0 font-normal text-fg2">{name}</dt>
          <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function TransferLink({ id }: { id: string }) {
  return (
    <Link href={paths.admin.transfer(id)} className="text-brand-ink hover:underline">
      <code>{id}</code>
    </Link>
  );
}

function Day({ file: { day, dayClosed } }: { file: TransferFile }) {
  if (!dayClosed) return <>{day} (UTC), still open</>;
  return (
    <>
      {day} (UTC), closed and signed.{" "}
      <Link href={paths.proof()} className="text-brand-ink underline">
        Proof of the books
      </Link>
    </>
  );
}

const legColumns: Column<TransferFile["legs"][number]>[] = [
  { id: "from", header: "From", cell: ({ source }) => <PlaceCell place={source} /> },
  { id: "to", header: "To", cell: ({ target }) => <PlaceCell place={target} /> },
  {
    id: "amount",
    header: "Tokens",
    numeric: true,
    cell: ({ amount }) => <b>{formatTokens(amount)}</b>,
  },
];

function PlaceCell({ place }: { place: Place }) {
  return (
    <span className="min-w-0">
      <span className="block">{placeName(place)}</span>
      <Link
        href={paths.admin.transfers({ account: place.account })}
        className="text-caption text-fg3 hover:underline"
        title="All transfers of this account"
      >
        <code className="break-all">{place.account}</code>
      </Link>
    </span>
  );
}

function Split({ split }: { split: NonNullable<TransferFile["split"]> }) {
  const { model } = useLabels();
  const parts = [
    { name: split.back ? "Given back" : "Paid", value: split.gross },
    { name: "Site fee", value: split.siteFee },
    { name: "Studio’s part", value: split.studioNet },
    { name: `${model}’s net`, value: split.net },
  ];
  return (
    <Card title={split.back ? "How it was taken back" : "How it was shared"}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {parts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-caption text-fg2">{name}</dt>
            <dd className="tnum text-h3 font-bold">{formatTokens(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Related({ file }: { file: TransferFile }) {
  return (
    <Card flush title="All that belongs to the same fact">
      <TransferTable rows={file.related} />
      {file.more && (
        <p className="px-4 py-3 text-label">
          <Link
            href={paths.admin.transfers({ q: file.reference, kind: file.kind })}
            className="text-brand-ink hover:underline"
          >
            There are more: list all of them
          </Link>
        </p>
      )}
    </Card>
  );
}
