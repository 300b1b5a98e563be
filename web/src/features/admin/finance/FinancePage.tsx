import { useQuery } from "@tanstack/react-query";
import { BadgeDollarSign, Banknote, Coins, HandCoins, TriangleAlert } from "lucide-react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { lastThirtyDays, type Range, rangeOf } from "@/lib/range";
import { useTitle } from "@/settings/useTitle";
import { PageHeader, Stat } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { useSearch } from "@/ui/useAddress";
import { type Balances, balances, type Income, income } from "./api";
import { BalanceCard } from "./BalanceCard";
import { DebtsCard } from "./DebtsCard";
import { FinanceNav } from "./FinanceNav";
import { IncomeCard } from "./IncomeCard";
import { Period } from "./Period";

/** /admin/finance: what the site earned, what it owes, and whether the books balance. */
export default function FinancePage() {
  useTitle("Finance");
  const [query, setQuery] = useSearch(paths.admin.finance);
  const usual = lastThirtyDays(Date.now());
  const all = query.span === "all";
  const days = all ? {} : { from: query.from || usual.from, to: query.to || usual.to };
  const range = rangeOf(days);
  return (
    <>
      <PageHeader title="Finance">
        What the site earned, what it owes, and whether the books balance.
      </PageHeader>
      <FinanceNav here="overview" />
      <Period
        days={days}
        onChange={({ from, to }) => setQuery({ from, to, span: from || to ? "" : "all" })}
      />
      <div className="grid gap-5">
        <Alarm range={range} />
        <Figures range={range} />
        <IncomeCard range={range} />
        <BalanceCard range={range} />
        <DebtsCard range={range} />
      </div>
    </>
  );
}

/** Says loudly that the books do not balance. */
function Alarm({ range }: { range: Range }) {
  const { data } = useQuery(balances(range));
  if (!data || data.sound) return null;
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-lg bg-danger-soft p-4 text-danger-ink lg:p-5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 shrink-0" />
      <div className="grid gap-1">
        <p className="text-h3 font-bold">The books do not balance</p>
        <p className="text-label font-normal">
          {data.sum === 0
            ? "Some accounts hold other amounts than their transfers say."
            : `All accounts together should come to 0 and come to ${formatTokens(data.sum)} tokens.`}{" "}
          Somebody or something changed the database outside of the program. Stop payouts, keep a
          copy of the database, and run “limelight check”: it names what is wrong.
        </p>
      </div>
    </div>
  );
}

function Figures({ range }: { range: Range }) {
  const earned = useQuery(income(range));
  const owed = useQuery(balances(range));
  const both = {
    data: earned.data && owed.data && { earned: earned.data, owed: owed.data },
    error: earned.error ?? owed.error,
    refetch: () => Promise.all([earned.refetch(), owed.refetch()]),
  };
  return (
    <Loaded query={both} waiting={<Skeleton className="h-60 w-full rounded-lg lg:h-28" />}>
      {(figures) => <FigureList {...figures} />}
    </Loaded>
  );
}

function FigureList({ earned, owed }: { earned: Income; owed: Balances }) {
  const { wallets, holds, earnings, payouts, outstanding, receivables, worth } = owed;
  const money = (amount: string) =>
    worth ? `≈ ${amount} ${worth.currency}` : "no payout rate is set";
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label="Site's income"
        icon={<BadgeDollarSign size={16} aria-hidden />}
        value={formatTokens(earned.change)}
        note={`${formatTokens(earned.total.gross)} paid by members`}
      />
      <Stat
        label="Tokens outstanding"
        icon={<Coins size={16} aria-hidden />}
        value={formatTokens(outstanding)}
        note={`${formatTokens(wallets)} in wallets, ${formatTokens(holds)} reserved`}
      />
      <Stat
        label="Earnings not paid out"
        icon={<Banknote size={16} aria-hidden />}
        value={formatTokens(earnings)}
        note={`${money(worth?.earnings ?? "")}; ${formatTokens(payouts)} more under way`}
      />
      <Stat
        label="Owed to the site"
        icon={<HandCoins size={16} aria-hidden />}
        value={formatTokens(receivables)}
      />
    </dl>
  );
}
