import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { rangeOf } from "@/lib/range";
import { formatDateTime } from "@/lib/time";
import { kindName, walletOptions } from "@/money/kinds";
import { AskButton } from "@/money/refunds/AskButton";
import { refundable } from "@/money/refunds/api";
import type { RefundablePayment } from "@/money/refunds/types";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { RangeFields } from "@/ui/RangeFields";
import { EmptyState, LoadFailure } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { type Transaction, transactions } from "./api";
import { t } from "./texts";

/** /account/user/payment-token-history: every token that came or went. */
export default function TokenHistoryPage() {
  useTitle(t("Payment token history"));
  const [query, choose] = useFilters(paths.user.paymentTokenHistory);
  const { type = "", from, to } = query;
  const [list, page] = useList(paths.user.paymentTokenHistory, (offset) =>
    transactions({ type, range: rangeOf({ from, to }), offset }),
  );
  const offers = useQuery(refundable());
  const isFiltered = Boolean(type || from || to);
  return (
    <ListPage
      title={t("Payment token history")}
      actions={
        <LinkButton href={paths.proof()} variant="outline">
          {t("Proof of the books")}
        </LinkButton>
      }
      lead={t("Every token that came into your wallet or left it.")}
      filters={
        <>
          <div className="grid grid-cols-2 gap-3 px-4 pt-4 pb-3 sm:grid-cols-[180px_180px_180px]">
            <div className="max-sm:col-span-2">
              <Select
                label={t("Type")}
                placeholder={t("All")}
                options={walletOptions()}
                value={type}
                onChange={(event) => choose({ type: event.target.value })}
              />
            </div>
            <RangeFields from={from} to={to} onChange={choose} />
          </div>
          <LoadFailure query={offers} what={t("What you can ask to have back")} inset />
        </>
      }
      list={list}
      page={page}
      columns={[...columns(), ...refundColumns(offers.data?.data ?? [], list.data?.data ?? [])]}
      rowKey={(row) => row._id}
      empty={<Nothing isFiltered={isFiltered} />}
    />
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={t("Nothing matches these filters")} />;
  return (
    <EmptyState
      title={t("No tokens have moved yet")}
      icon={<History aria-hidden />}
      action={<LinkButton href={paths.home()}>{t("See who is live")}</LinkButton>}
    >
      {t("Your tips and everything else you spend or receive will be listed here.")}
    </EmptyState>
  );
}

/**
 * A column only where something can be asked about. A payment may be several lines, such as the
 * minutes of a show: its newest one offers it.
 */
function refundColumns(offers: RefundablePayment[], rows: Transaction[]): Column<Transaction>[] {
  const offered = new Map<string, RefundablePayment>();
  for (const offer of offers) {
    const newest = rows.find((row) => row.type === offer.type && row.sourceId === offer.sourceId);
    if (newest) offered.set(newest._id, offer);
  }
  if (offered.size === 0) return [];
  const cell = ({ _id }: Transaction) => {
    const offer = offered.get(_id);
    return offer ? <AskButton payment={offer} isSmall /> : "–";
  };
  return [{ id: "refund", header: t("Refund"), cell }];
}

const columns = (): Column<Transaction>[] => [
  { id: "date", header: t("Date"), cell: (row) => formatDateTime(row.createdAt) },
  { id: "type", header: t("Type"), cell: (row) => kindName(row.type) },
  {
    id: "to",
    header: t("With"),
    cell: ({ performerInfo }) =>
      performerInfo ? (
        <Link
          href={paths.room(performerInfo.username)}
          className="inline-flex min-h-11 min-w-11 items-center font-semibold hover:underline"
        >
          {performerInfo.username}
        </Link>
      ) : (
        "–"
      ),
  },
  { id: "note", header: t("Note"), cell: (row) => row.note || "–" },
  {
    id: "token",
    header: t("Tokens"),
    numeric: true,
    cell: ({ token }) => (
      <span className={cx("font-bold", token > 0 && "text-ok-ink")}>
        {token > 0 ? "+" : "−"}
        {formatTokens(Math.abs(token))}
      </span>
    ),
  },
  {
    id: "balance",
    header: t("Balance"),
    numeric: true,
    cell: (row) => <span className="text-fg2">{formatTokens(row.balance)}</span>,
  },
  {
    id: "proof",
    header: t("Proof"),
    cell: ({ _id }) => (
      <Link
        href={paths.proof({ transfer: _id })}
        aria-label={t("Prove that this entry is in the books")}
        className="inline-flex min-h-11 min-w-11 items-center text-caption underline hover:text-fg"
      >
        {t("Prove")}
      </Link>
    ),
  },
];
