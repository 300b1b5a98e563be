import { useQuery } from "@tanstack/react-query";
import { BadgeDollarSign, Banknote, Coins, HandCoins, TriangleAlert } from "lucide-react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDecimal } from "@/lib/money";
import { lastThirtyDays, type Range, rangeOf } from "@/lib/range";
import { useTitle } from "@/settings/useTitle";
import { PageHeader, Stat } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Period } from "@/ui/Period";
import { Skeleton } from "@/ui/Skeleton";
import { useSearch } from "@/ui/useAddress";
import { type Balances, balances, type Income, income } from "./api";
import { BalanceCard } from "./BalanceCard";
import { DebtsCard } from "./DebtsCard";
import { FinanceNav } from "./FinanceNav";
import { IncomeCard } from "./IncomeCard";
import { t } from "./texts";

/** /admin/finance: what the site earned, what it owes, and whether the books balance. */
export default function FinancePage() {
  useTitle(t("Finance"));
  const [query, setQuery] = useSearch(paths.admin.finance);
  const usual = lastThirtyDays(Date.now());
  const all = query.span === "all";
  const days = all ? {} : { from: query.from || usual.from, to: query.to || usual.to };
  const range = rangeOf(days);
  return (
    <>
      <PageHeader title={t("Finance")}>
        {t("What the site earned, what it owes, and whether the books balance.")}
      </PageHeader>
      <FinanceNav here="overview" />
      <Period
        whole
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
        <p className="text-h3 font-bold">{t("The books do not balance")}</p>
        <p className="text-label font-normal">
          {data.sum === 0
            ? t("Some accounts hold other amounts than their transfers say.")
            : t("All accounts together should come to 0 and come to {sum} tokens.", {
                sum: data.sum,
              })}{" "}
          {t(
            "Somebody or something changed the database outside of the program. Stop payouts, keep a copy of the database, and run “limelight check”: it names what is wrong.",
          )}
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
    worth ? `≈ ${formatDecimal(amount)} ${worth.currency}` : t("no payout rate is set");
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label={t("Site's income")}
        icon={<BadgeDollarSign size={16} aria-hidden />}
        value={formatTokens(earned.change)}
        note={t("{gross} paid by members", { gross: earned.total.gross })}
      />
      <Stat
        label={t("Tokens outstanding")}
        icon={<Coins size={16} aria-hidden />}
        value={formatTokens(outstanding)}
        note={t("{wallets} in wallets, {holds} reserved", { wallets, holds })}
      />
      <Stat
        label={t("Earnings not paid out")}
        icon={<Banknote size={16} aria-hidden />}
        value={formatTokens(earnings)}
        note={t("{money}; {payouts} more under way", {
          money: money(worth?.earnings ?? ""),
          payouts,
        })}
      />
      <Stat
        label={t("Owed to the site")}
        icon={<HandCoins size={16} aria-hidden />}
        value={formatTokens(receivables)}
      />
    </dl>
  );
}
