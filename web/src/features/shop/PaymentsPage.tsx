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
import { gatewayName, wordsOf } from "./words";

/** /account/user/transaction-history: every payment of money, as far as it is. */
export default function PaymentsPage() {
  useTitle("Transaction history");
  usePaymentNews();
  const [list, page] = useList(paths.user.transactionHistory, (offset) => payments(offset));
  return (
    <ListPage
      title="Transaction history"
      actions={
        <LinkButton href={paths.user.fundsTokens()} variant="gold">
          Buy tokens
        </LinkButton>
      }
      lead={
        <>
          What you paid, and what came of it. Tokens you spent are in your{" "}
          <Link href={paths.user.paymentTokenHistory()} className="text-brand-ink underline">
            token history
          </Link>
          .
        </>
      }
      list={list}
      page={page}
      columns={columns}
      rowKey={(row) => row._id}
      empty={
        <EmptyState
          title="No payments yet"
          icon={<Receipt aria-hidden />}
          action={
            <LinkButton href={paths.user.fundsTokens()} variant="gold">
              Buy tokens
            </LinkButton>
          }
        >
          Each payment will be listed here with its state.
        </EmptyState>
      }
    />
  );
}

const columns: Column<Payment>[] = [
  { id: "date", header: "Date", cell: ({ createdAt }) => formatDateTime(createdAt) },
  { id: "package", header: "Package", cell: (row) => row.package || "–" },
  { id: "gateway", header: "Paid with", cell: ({ gateway }) => gatewayName(gateway) },
  {
    id: "tokens",
    header: "Tokens",
    numeric: true,
    cell: ({ tokens, bonus }) => formatTokens(tokens + bonus),
  },
  { id: "amount", header: "Amount", numeric: true, cell: (row) => <Amount row={row} /> },
  {
    id: "state",
    header: "State",
    cell: (row) => {
      const { badge, tone } = wordsOf(row);
      return <Badge tone={tone}>{badge}</Badge>;
    },
  },
  {
    id: "reference",
    header: "Reference",
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
