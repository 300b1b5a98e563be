import { useQuery } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { AskButton } from "@/money/refunds/AskButton";
import { myRequests, refundable } from "@/money/refunds/api";
import { LinkButton } from "@/ui/Button";
import { LoadFailure } from "@/ui/States";
import { useNow } from "@/ui/useNow";
import { t } from "./texts";

/** The way to ask to have an order's price back, while that may be asked. */
export function AskBack({ purchaseId }: { purchaseId: string }) {
  const list = useQuery(refundable());
  const isIt = ({ type, sourceId }: { type: string; sourceId: string }) =>
    type === "product" && sourceId === purchaseId;
  const offer = list.data?.data.find(isIt);
  const asked = useQuery({ ...myRequests(undefined, 0), enabled: list.isSuccess && !offer });
  const hasAsked = asked.data?.data.some(isIt) ?? false;
  const now = useNow();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 empty:hidden">
      <LoadFailure query={list} what={t("Whether you can ask for a refund")} />
      <LoadFailure query={asked} what={t("Whether you have asked for a refund")} />
      {list.data && !asked.isLoading && (
        <>
          <p className="min-w-52 flex-1 text-label font-normal text-fg2">
            {textOf(offer?.until, hasAsked, now)}
          </p>
          {offer ? (
            <AskButton payment={offer} />
          ) : (
            <LinkButton href={paths.user.refundRequests()} variant="outline">
              {t("Refund requests")}
            </LinkButton>
          )}
        </>
      )}
    </div>
  );
}

// What is not among the offers was asked about, or is too old, or one of very many.
function textOf(until: string | undefined, hasAsked: boolean, now: number): string {
  if (until === undefined) {
    return hasAsked
      ? t("You have asked for a refund of it.")
      : t("A refund of it cannot be asked for here now.");
  }
  return now < Date.parse(until)
    ? t("Is something wrong with it? You can ask for a refund until {when}.", {
        when: formatDateTime(until),
      })
    : t("The time to ask for a refund is over.");
}
