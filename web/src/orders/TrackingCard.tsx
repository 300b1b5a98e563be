import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/time";
import { LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Fact } from "@/ui/Fact";
import { t } from "./texts";
import type { Order } from "./types";

type TrackingCardProps = {
  order: Order;
  /** What can be done with it. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Who carries a parcel, and where it can be followed; nothing before it is shipped. */
export function TrackingCard({ order, action, children }: TrackingCardProps) {
  const { carrier, trackingNumber, trackingUrl, trackingHistory = [] } = order;
  if (!carrier) return null;
  return (
    <Card title={t("Tracking")}>
      <dl className="grid grid-cols-2 gap-4">
        <Fact label={t("Carrier")}>
          <span className="[overflow-wrap:anywhere]">{carrier}</span>
        </Fact>
        <Fact label={t("Tracking number")}>
          <span className="tnum select-all [overflow-wrap:anywhere]">{trackingNumber}</span>
        </Fact>
      </dl>
      {trackingHistory.length > 0 && (
        <ul aria-label={t("Corrected")} className="mt-4 grid gap-1 text-caption text-fg3">
          {trackingHistory.map((was, at) => (
            <li key={was.replacedAt} className="[overflow-wrap:anywhere]">
              {t.rich("Corrected {when}; it was <s>{what}</s>", {
                when: formatDateTime(was.replacedAt),
                what: wordsOf(was, at === 0 ? order : trackingHistory[at - 1]),
                s: (words) => <s>{words}</s>,
              })}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {trackingUrl && (
          <LinkButton
            href={trackingUrl}
            newTab
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            variant="outline"
          >
            <ExternalLink size={16} aria-hidden />
            {t("Follow the parcel")}
            <span className="sr-only">, {t("in a new tab")}</span>
          </LinkButton>
        )}
        {action}
      </div>
      {children}
    </Card>
  );
}

type Tracking = NonNullable<Order["trackingHistory"]>[number];

/** What was told of a parcel: its address where the next one was another. */
function wordsOf(was: Tracking, next: Pick<Order, "trackingUrl"> | undefined): string {
  const told = [was.carrier, was.trackingNumber];
  if (was.trackingUrl !== next?.trackingUrl)
    told.push(was.trackingUrl ?? t("no address to follow it at"));
  return told.join(", ");
}
