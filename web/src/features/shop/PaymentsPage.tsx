import { Receipt } from "lucide-react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Payment, payments, usePaymentNews } from "./api";
import { usePrices } from "./price";
import { t } from "./texts";
import { gatewayName, wordsOf } from "./words";

/** /account/user/transaction-history: every payment of money, as far as it is. */
export default function PaymentsPage() {
  useTitle(t("Transaction history"));
  usePaymentNews();
  const [list, page] = useList(paths.user.transactionHistory, (offset) => payments(offset));
  return (
    <ListPage
      title={t("Transaction history")}
      actions={
        <LinkButton href={paths.user.fundsTokens()} variant="gold">
          {t("Buy tokens")}
        </LinkButton>
      }
      lead={t.rich(
        "What you paid, and what came of it. Tokens you spent are in your <a>token history</a>.",
        {
          a: (words) => (
            <Link href={paths.user.paymentTokenHistory()} className="text-brand-ink underline">
              {words}
            </Link>
          ),
        },
      )}
      list={list}
      page={page}
      columns={columns()}
      rowKey={(row) => row._id}
      empty={
        <EmptyState
          title={t("No payments yet")}
          icon={<Receipt aria-hidden />}
          action={
            <LinkButton href={paths.user.fundsTokens()} variant="gold">
              {t("Buy tokens")}
            </LinkButton>
          }
        >
          {t("Each payment will be listed here with its state.")}
        </EmptyState>
      }
    />
  );
}

const columns = (): Column<Payment>[] => [
  { id: "date", header: t("Date"), cell: ({ createdAt }) => formatDateTime(createdAt) },
  { id: "package", header: t("Package"), cell: (row) => row.package || "–" },
  { id: "gateway", header: t("Paid with"), cell: ({ gateway }) => gatewayName(gateway) },
  {
    id: "tokens",
    header: t("Tokens"),
    numeric: true,
    cell: ({ tokens, bonus }) => formatTokens(tokens + bonus),
  },
  { id: "amount", header: t("Amount"), numeric: true, cell: (row) => <Amount row={row} /> },
  {
    id: "state",
    header: t("State"),
    cell: (row) => {
      const { badge, tone } = wordsOf(row);
      return <Badge tone={tone}>{badge}</Badge>;
    },
  },
  {
    id: "reference",
    header: t("Reference"),
    cell: ({ _id }) => (
      <Link
        href={`${paths.user.fundsTokens()}?payment=${encodeURIComponent(_id)}`}
        className="font-mono text-caption text-fg2 hover:underline"
      >
        {_id}
      </Link>
    ),
  },
];

function Amount({ row }: { row: Payment }) {
  const { priceOf } = usePrices();
  return row.price === 0 ? "–" : priceOf(row);
}
