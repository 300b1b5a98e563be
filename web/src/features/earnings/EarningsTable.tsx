import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { useLabels } from "@/settings/api";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Choice, type Earner, type Earning, earnings } from "./api";
import { PersonButton } from "./PersonButton";
import { t } from "./texts";

type EarningsTableProps = { who: Earner; choice: Choice; next: ReactNode };

/** Every income of what is chosen. */
export function EarningsTable({ who, choice, next }: EarningsTableProps) {
  const { model } = useLabels();
  const [list, page] = useList(paths.performer.earning, (offset) => earnings(who, choice, offset));
  return (
    <Card
      flush
      title={
        <>
          {t("Transactions")}{" "}
          <span className="ms-2 font-normal text-fg3">{list.data?.total ?? ""}</span>
        </>
      }
    >
      <ListTable
        list={list}
        page={page}
        label={t("Transactions")}
        columns={who === "studio" ? studioColumns(model) : performerColumns()}
        rowKey={(row) => row._id}
        empty={
          <EmptyState
            title={t("Nothing earned in this time")}
            icon={<Coins aria-hidden />}
            action={next}
          >
            {t("Tips and everything else that is paid will be listed here.")}
          </EmptyState>
        }
      />
    </Card>
  );
}

const date = (): Column<Earning> => ({
  id: "date",
  header: t("Date"),
  cell: (row) => formatDateTime(row.createdAt),
});

// A part can be given back without a reversal: what is negative was taken back.
const type = (): Column<Earning> => ({
  id: "type",
  header: t("Type"),
  cell: (row) => (
    <span className="inline-flex items-center gap-2">
      {kindName(row.type)}
      {row.originalPrice < 0 && <Badge tone="danger">{t("Taken back")}</Badge>}
    </span>
  ),
});

const gross = (): Column<Earning> => ({
  id: "gross",
  header: t("Gross"),
  numeric: true,
  cell: (row) => formatTokens(row.originalPrice),
});

const net = (): Column<Earning> => ({
  id: "net",
  header: t("Net price"),
  numeric: true,
  cell: (row) => <span className="font-bold">{formatNumber(row.netPrice)}</span>,
});

const performerColumns = (): Column<Earning>[] => [
  date(),
  type(),
  {
    id: "from",
    header: t("From"),
    cell: (row) => <PersonButton person={row.userInfo} source="user" />,
  },
  gross(),
  part("commission", t("Commission"), (row) => row.siteFee + row.studioNet),
  net(),
];

function studioColumns(model: string): Column<Earning>[] {
  return [
    date(),
    type(),
    {
      id: "who",
      header: model,
      cell: (row) => <PersonButton person={row.performerInfo} source="performer" />,
    },
    gross(),
    part("site", t("Site"), (row) => row.siteFee),
    part("hers", t("{model} net", { model }), (row) => row.performerNet),
    net(),
  ];
}

/** What goes to others: minus in front of it, and plus where it came back. */
function part(id: string, header: string, of: (row: Earning) => number): Column<Earning> {
  return {
    id,
    header,
    numeric: true,
    cell: (row) => (
      <span className="text-fg3">
        {of(row) > 0 ? "−" : of(row) < 0 ? "+" : ""}
        {formatNumber(Math.abs(of(row)))}
      </span>
    ),
  };
}
