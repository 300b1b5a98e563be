import { useQueryClient } from "@tanstack/react-query";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { PageHeader } from "@/ui/Card";
import { keys } from "./api";
import { DetailsCard } from "./DetailsCard";
import { HeldCard } from "./HeldCard";
import { NewRequestCard } from "./NewRequestCard";
import { RequestList } from "./RequestList";
import { Standing } from "./Standing";
import { t } from "./texts";

/** /account/performer/payout-requests and /studio/payout-requests: what I have earned, on its way to me. */
export default function PayoutRequestsPage() {
  useTitle(t("Payout requests"));
  const earner = useSession().role === "studio" ? "studio" : "performer";
  const queries = useQueryClient();
  useSocketEvent("payout/changed", () => {
    queries.invalidateQueries({ queryKey: keys.all });
  });
  return (
    <>
      <PageHeader title={t("Payout requests")}>
        {t("Turn what you have earned into money. One request is open at a time.")}
      </PageHeader>
      <div className="grid gap-5">
        <Standing earner={earner} />
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <NewRequestCard earner={earner} />
          <div className="grid gap-5">
            <DetailsCard />
            <HeldCard earner={earner} />
          </div>
        </div>
        <RequestList earner={earner} />
      </div>
    </>
  );
}
