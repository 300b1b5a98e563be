import { useQuery } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { AskButton } from "@/refunds/AskButton";
import { refundable } from "@/refunds/api";
import { LinkButton } from "@/ui/Button";
import { LoadFailure } from "@/ui/States";

/** The way to ask to have an order's price back, while that may be asked. */
export function AskBack({ purchaseId }: { purchaseId: string }) {
  const list = useQuery(refundable());
  const offer = list.data?.data.find(
    ({ type, sourceId }) => type === "product" && sourceId === purchaseId,
  );
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 empty:hidden">
      <LoadFailure query={list} what="Whether you can ask for a refund" />
      {list.data && (
        <>
          <p className="min-w-52 flex-1 text-label font-normal text-fg2">
            {offer
              ? `Is something wrong with it? You can ask for a refund until ${formatDateTime(offer.until)}.`
              : "You have asked for a refund, or the time to ask is over."}
          </p>
          {offer ? (
            <AskButton payment={offer} />
          ) : (
            <LinkButton href={paths.user.refundRequests()} variant="outline">
              Refund requests
            </LinkButton>
          )}
        </>
      )}
    </div>
  );
}
