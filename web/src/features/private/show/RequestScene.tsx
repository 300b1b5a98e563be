import { useQuery } from "@tanstack/react-query";
import { EmptyState, LoadFailure } from "@/ui/States";
import { openRequests } from "../api";
import { Waiting } from "../ask/Waiting";
import { RequestRow } from "../requests/RequestRow";
import { t } from "../texts";
import type { Side } from "./side";

/** The show's address while it is still a request: the member waits, the performer answers. */
export function RequestScene({ side }: { side: Side }) {
  const { isPerformer, performer, show, actions } = side;
  const open = useQuery({ ...openRequests(), enabled: isPerformer });
  const { data } = open;
  const request = data?.data.find(({ id }) => id === show.sessionId);
  return (
    <div className="mx-auto w-full max-w-[440px] px-4 py-16">
      <h1 className="mb-4 text-h2 font-bold">{t("Private show")}</h1>
      {!isPerformer && (
        <Waiting
          performer={performer}
          pending={{
            showId: show.sessionId,
            conversationId: show.conversation,
            performerId: show.performerId,
            expiresAt: show.expiresAt ?? "",
          }}
          onAccepted={() => actions.enter()}
          onOver={actions.over}
        />
      )}
      <LoadFailure query={open} what={t("The request")} />
      {isPerformer && request && (
        <RequestRow request={request} onAccepted={() => actions.enter()} />
      )}
      {isPerformer && data && !request && <EmptyState title={t("This request is closed")} />}
    </div>
  );
}
