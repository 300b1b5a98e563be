import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "@/session/api";
import { Button } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { SidePanel } from "@/ui/Dialog";
import { payment, type Started } from "./api";
import { useBegun } from "./begun";
import { goToPay, openTab } from "./door";
import { PaymentState } from "./PaymentState";
import { Shop } from "./Shop";
import { SpendingNotice, useSpendingNotice } from "./SpendingNotice";
import { t } from "./texts";
import { mayTryAgain } from "./words";

type TopUpSheetProps = {
  /** What leads back to the page when the payment is under way. */
  back?: string;
  onClose: () => void;
};

/** The shop over a page: paid in a new tab, followed here, and nothing of the page is left. */
export function TopUpSheet({ back = t("Back to the room"), onClose }: TopUpSheetProps) {
  const { session } = useSession();
  const { started, begin } = useBegun();
  const notice = useSpendingNotice();
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t("Get tokens")}
      description={
        <span className="tnum inline-flex items-center gap-1.5">
          {t.rich("Balance {coin} <b>{amount}</b>", {
            coin: <Coin size={16} />,
            amount: session?.balance ?? 0,
            b: (words) => <b className="font-semibold text-fg">{words}</b>,
          })}
        </span>
      }
    >
      <div className="mt-4 grid gap-5">
        {started && (
          <Begun started={started} back={back} onAgain={() => begin(undefined)} onClose={onClose} />
        )}
        {!started && <SpendingNotice notice={notice} beside />}
        {!started && <Shop beside closed={notice !== undefined} onStarted={begin} />}
      </div>
    </SidePanel>
  );
}

type BegunProps = { started: Started; back: string; onAgain: () => void; onClose: () => void };

function Begun({ started, back, onAgain, onClose }: BegunProps) {
  useArrivedMeanwhile(started.transactionId, onAgain);
  return (
    <PaymentState
      id={started.transactionId}
      beside
      actions={({ status }) => (
        <>
          {status === "created" && (
            <Button
              variant="gold"
              size="sm"
              onClick={() => {
                const tab = openTab();
                if (tab) goToPay(started, tab);
              }}
            >
              <ExternalLink size={15} aria-hidden />
              {t("Open the payment page")}
            </Button>
          )}
          {mayTryAgain.includes(status) && (
            <Button variant="outline" size="sm" onClick={onAgain}>
              {t("Choose again")}
            </Button>
          )}
          {!mayTryAgain.includes(status) && (
            <Button
              variant={status === "paid" ? "gold" : "outline"}
              size="sm"
              onClick={() => {
                if (status !== "pending") onAgain();
                onClose();
              }}
            >
              {back}
            </Button>
          )}
        </>
      )}
    />
  );
}

/** Who was told of their tokens while the shop was closed, and opens it again, wants more of them. */
function useArrivedMeanwhile(id: string, onArrived: () => void) {
  const { data, isFetchedAfterMount } = useQuery({ ...payment(id), refetchOnMount: "always" });
  const [atFirst, setAtFirst] = useState<string>();
  if (isFetchedAfterMount && data && atFirst === undefined) setAtFirst(data.status);
  useEffect(() => {
    if (atFirst === "paid") onArrived();
  }, [atFirst, onArrived]);
}
