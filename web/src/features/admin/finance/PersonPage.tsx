import { useQuery } from "@tanstack/react-query";
import { Download, FileText, Wallet } from "lucide-react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { formatNumber } from "@/lib/format";
import { lastThirtyDays, type Range, rangeOf } from "@/lib/range";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { FileLink } from "@/ui/FileLink";
import { Period } from "@/ui/Period";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { Tabs } from "@/ui/Tabs";
import { useParam, useSearch } from "@/ui/useAddress";
import {
  type OwnAccount,
  type Statement,
  type StatementLine,
  statement,
  statementFile,
} from "./api";
import { Pages } from "./Pages";
import { PersonLink } from "./PersonLink";
import { whenAndKind } from "./TransferTable";
import { t } from "./texts";
import { isOwn, ownNames } from "./words";

/** /admin/finance/people/:id: what one person had, got and gave. Every look is in the audit log. */
export default function PersonPage() {
  useTitle(t("Statement"));
  const id = useParam(paths.admin.statement);
  const [query, setQuery] = useSearch(paths.admin.statement);
  const usual = lastThirtyDays(Date.now());
  const days =
    query.span === "all" ? {} : { from: query.from || usual.from, to: query.to || usual.to };
  const range = rangeOf(days);
  const account = isOwn(query.account) ? query.account : undefined;
  const { after = "" } = query;
  const { data, error, refetch } = useQuery(statement(id, range, account, after));
  return (
    <>
      <PageHeader
        title={
          data ? t("Statement of {username}", { username: data.person.username }) : t("Statement")
        }
        actions={data && <Actions id={data.person._id} range={range} />}
      >
        {t("Every look at a statement goes into the audit log.")}
      </PageHeader>
      <Period
        whole
        days={days}
        onChange={({ from, to }) =>
          setQuery({ from, to, span: from || to ? "" : "all", after: "" })
        }
      />
      {error && data === undefined && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton alone className="h-96 w-full rounded-lg" />}
      {data && <Loaded found={data} isFirst={!after} />}
    </>
  );
}

function Actions({ id, range }: { id: string; range: Range }) {
  return (
    <>
      <LinkButton variant="outline" href={paths.admin.transfers({ person: id })}>
        {t("Transfers")}
      </LinkButton>
      <FileLink href={statementFile(id, "export", range)}>
        <Download size={17} aria-hidden />
        {t("CSV")}
      </FileLink>
      <FileLink href={statementFile(id, "paper", range)}>
        <FileText size={17} aria-hidden />
        {t("PDF")}
      </FileLink>
    </>
  );
}

function Loaded({ found, isFirst }: { found: Statement; isFirst: boolean }) {
  const [, setQuery] = useSearch(paths.admin.statement);
  const tabs = found.accounts.flatMap((own) =>
    isOwn(own.class) ? [{ id: own.class, label: ownNames()[own.class], own }] : [],
  );
  const shown = tabs.find(({ id }) => id === found.shown);
  if (!shown) {
    return (
      <EmptyState title={t("No tokens have moved in this time")} icon={<Wallet aria-hidden />}>
        {t("A wallet, earnings and what is owed appear here once they were used.")}
      </EmptyState>
    );
  }
  return (
    <Tabs
      label={t("Accounts")}
      tabs={tabs}
      selected={shown.id}
      onSelect={(id) => setQuery({ account: id, after: "" })}
    >
      <div className="grid gap-5">
        <Totals own={shown.own} wallet={shown.id === "wallet" ? found.wallet : undefined} />
        <Card flush title={t("Lines")}>
          <DataTable
            label={t("Lines")}
            columns={columns()}
            rows={found.lines}
            rowKey={({ _id }) => _id}
            empty={<EmptyState title={t("Nothing moved here in this time")} />}
          />
          <Pages
            onMove={(begin) => setQuery({ after: begin }, { replace: false })}
            isFirst={isFirst}
            next={found.next}
            first={t("From the beginning")}
            more={t("Later")}
          />
        </Card>
      </div>
    </Tabs>
  );
}

type TotalsProps = { own: OwnAccount; wallet: Statement["wallet"] };

function Totals({ own, wallet }: TotalsProps) {
  const parts = [
    { name: t("Opening"), value: own.opening },
    { name: t("In"), value: own.in },
    { name: t("Out"), value: own.out },
    { name: t("Closing"), value: own.closing },
  ];
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {parts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-caption text-fg2">{name}</dt>
            <dd className="tnum text-h2 font-extrabold">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {wallet && (
        <p className="mt-4 text-caption text-fg3">
          {t(
            "Today, in the wallet and reserved: {paid} bought tokens and {promotional} given ones.",
            { paid: wallet.paid, promotional: wallet.promotional },
          )}
        </p>
      )}
    </Card>
  );
}

const columns = (): Column<StatementLine>[] => [
  ...whenAndKind(),
  { id: "other", header: t("With"), cell: ({ other }) => <PersonLink person={other} /> },
  {
    id: "memo",
    header: t("Note"),
    cell: ({ memo }) => <span className="block max-w-64 truncate">{memo || "–"}</span>,
  },
  {
    id: "amount",
    header: t("Tokens"),
    numeric: true,
    cell: ({ amount }) => (
      <span className={cx("font-bold", amount > 0 && "text-ok-ink")}>
        {amount > 0 ? "+" : "−"}
        {formatNumber(Math.abs(amount))}
      </span>
    ),
  },
  {
    id: "balance",
    header: t("Balance"),
    numeric: true,
    cell: ({ balance }) => <span className="text-fg2">{formatNumber(balance)}</span>,
  },
];
