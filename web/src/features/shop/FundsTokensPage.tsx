import { BadgeDollarSign, History } from "lucide-react";
import { paths } from "@/app/paths";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Coin } from "@/ui/Coin";
import { useSearch } from "@/ui/useAddress";
import { CoolOffCard } from "./CoolOffCard";
import { LimitsCard } from "./LimitsCard";
import { PaymentState } from "./PaymentState";
import { Shop } from "./Shop";
import { SpendingNotice, useSpendingNotice } from "./SpendingNotice";
import { t } from "./texts";

/** /account/user/funds-tokens: balance, packages, and where payment services send their buyers back. */
export default function FundsTokensPage() {
  useTitle(t("Tokens"));
  const { session } = useSession();
  const [query, setQuery] = useSearch(paths.user.fundsTokens);
  const notice = useSpendingNotice();
  const followed = query.payment || query.cancelled;
  return (
    <>
      <PageHeader
        title={t("Tokens")}
        actions={
          <>
            <LinkButton href={paths.user.transactionHistory()} variant="outline">
              <History size={17} aria-hidden />
              {t("Payments")}
            </LinkButton>
            <LinkButton href={paths.user.paymentTokenHistory()} variant="outline">
              <BadgeDollarSign size={17} aria-hidden />
              {t("Token history")}
            </LinkButton>
          </>
        }
      >
        {t("For tips, shows and everything else that is sold here. Tokens never expire.")}
      </PageHeader>
      <div className="grid gap-5">
        {followed && (
          <PaymentState
            key={followed}
            id={followed}
            cancelled={query.cancelled !== undefined}
            actions={({ status }) => (
              <>
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => setQuery({ payment: "", cancelled: "" })}
                >
                  {status === "paid" ? t("Done") : t("Hide")}
                </Button>
                {status === "paid" && (
                  <LinkButton href={paths.home()} variant="outline" size="sm">
                    {t("See who is live")}
                  </LinkButton>
                )}
              </>
            )}
          />
        )}
        <SpendingNotice notice={notice} />
        <Card
          title={t("Buy tokens")}
          aside={
            <span className="tnum inline-flex items-center gap-1.5 text-label text-fg2">
              {t.rich("Balance {coin} <b>{amount}</b>", {
                coin: <Coin size={18} />,
                amount: session?.balance ?? 0,
                b: (words) => <b className="text-h3 font-bold text-fg">{words}</b>,
              })}
            </span>
          }
        >
          <Shop closed={notice !== undefined} />
        </Card>
        <div id="limits" className="grid scroll-mt-24 items-start gap-5 xl:grid-cols-2">
          <LimitsCard />
          <CoolOffCard />
        </div>
      </div>
    </>
  );
}
