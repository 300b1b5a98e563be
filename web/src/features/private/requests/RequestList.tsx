import { ErrorState } from "@/ui/States";
import { t } from "../texts";
import { RequestRow } from "./RequestRow";
import type { useRequests } from "./useRequests";

type RequestListProps = ReturnType<typeof useRequests> & { onAccepted: () => void };

/** The open requests, or that there are none (spec §2). */
export function RequestList({ requests, error, refetch, onAccepted }: RequestListProps) {
  if (requests.length === 0 && error) return <ErrorState error={error} onRetry={refetch} />;
  if (requests.length === 0) {
    return (
      <p className="px-4 py-8 text-center text-label text-fg2">
        {t("There are no private request.")}
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {requests.map((request) => (
        <li key={request.id}>
          <RequestRow request={request} onAccepted={onAccepted} />
        </li>
      ))}
    </ul>
  );
}
