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
import { t } from "./texts";
import { placeName } from "./words";

/** /admin/finance/transfers/:id: one transfer, what it moved, and what belongs to it. */
export default function TransferPage() {
  useTitle(t("Transfer"));
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
          {t("All transfers")}
        </Link>{" "}
        · <code className="break-all">{data._id}</code>
      </PageHeader>
      <div className="grid gap-5">
        <Card
          title={t("{count, plural, one {# token} other {# tokens}}", { count: data.amount })}
          aside={<States file={data} />}
        >
          <Facts file={data} />
        </Card>
        <Card flush title={t("What moved")}>
          <DataTable
            label={t("What moved")}
            columns={legColumns()}
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
  if (reverses) return <Badge tone="danger">{t("Takes another back")}</Badge>;
  if (reversedBy) return <Badge tone="neutral">{t("Taken back")}</Badge>;
  return <Badge tone="ok">{t("Stands")}</Badge>;
}

function Facts({ file }: { file: TransferFile }) {
  const { reverses, reversedBy, reference, kind } = file;
  const lines: { name: string; value: ReactNode }[] = [
    { name: t("When"), value: formatDateTime(file.createdAt) },
    { name: t("Paid by"), value: file.payer && <PersonLink person={file.payer} /> },
    { name: t("Paid to"), value: file.payee && <PersonLink person={file.payee} /> },
    {
      name: t("Reference"),
      value: reference && (
        <Link href={paths.admin.transfers({ q: reference, kind })} className="hover:underline">
          <code>{reference}</code>
        </Link>
      ),
    },
    { name: t("Key"), value: <code>{file.key}</code> },
    { name: t("Note"), value: file.memo },
    { name: t("Takes back"), value: reverses && <TransferLink id={reverses} /> },
    { name: t("Taken back by"), value: reversedBy && <TransferLink id={reversedBy} /> },
    { name: t("Day of the journal"), value: <Day file={file} /> },
  ].filter(({ value }) => value !== undefined && value !== "");
  return (
    <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {lines.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 text-label">
          <dt className="shrink-0 font-normal text-fg2">{name}</dt>
          <dd className="min-w-0 text-end [overflow-wrap:anywhere]">{value}</dd>
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
  if (!dayClosed) return <>{t("{day} (UTC), still open", { day })}</>;
  return (
    <>
      {t("{day} (UTC), closed and signed.", { day })}{" "}
      <Link href={paths.proof()} className="text-brand-ink underline">
        {t("Proof of the books")}
      </Link>
    </>
  );
}

const legColumns = (): Column<TransferFile["legs"][number]>[] => [
  { id: "from", header: t("From"), cell: ({ source }) => <PlaceCell place={source} /> },
  { id: "to", header: t("To"), cell: ({ target }) => <PlaceCell place={target} /> },
  {
    id: "amount",
    header: t("Tokens"),
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
        title={t("All transfers of this account")}
      >
        <code className="break-all">{place.account}</code>
      </Link>
    </span>
  );
}

function Split({ split }: { split: NonNullable<TransferFile["split"]> }) {
  const { model } = useLabels();
  const parts = [
    { name: split.back ? t("Given back") : t("Paid"), value: split.gross },
    { name: t("Site fee"), value: split.siteFee },
    { name: t("Studio’s part"), value: split.studioNet },
    { name: t("{model}’s net", { model }), value: split.net },
  ];
  return (
    <Card title={split.back ? t("How it was taken back") : t("How it was shared")}>
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
    <Card flush title={t("All that belongs to the same fact")}>
      <TransferTable rows={file.related} />
      {file.more && (
        <p className="px-4 py-3 text-label">
          <Link
            href={paths.admin.transfers({ q: file.reference, kind: file.kind })}
            className="text-brand-ink hover:underline"
          >
            {t("There are more: list all of them")}
          </Link>
        </p>
      )}
    </Card>
  );
}
