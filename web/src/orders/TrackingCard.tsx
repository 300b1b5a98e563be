import { ExternalLink } from "lucide-react";
import { LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Fact } from "@/ui/Fact";
import type { Order } from "./types";

/** Who carries a parcel, and where it can be followed; nothing before it is shipped. */
export function TrackingCard({ order }: { order: Order }) {
  const { carrier, trackingNumber, trackingUrl } = order;
  if (!carrier) return null;
  return (
    <Card title="Tracking">
      <dl className="grid grid-cols-2 gap-4">
        <Fact label="Carrier">{carrier}</Fact>
        <Fact label="Tracking number">
          <span className="tnum select-all">{trackingNumber}</span>
        </Fact>
      </dl>
      {trackingUrl && (
        <LinkButton
          href={trackingUrl}
          newTab
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          variant="outline"
          className="mt-4"
        >
          <ExternalLink size={16} aria-hidden />
          Follow the parcel
          <span className="sr-only">, in a new tab</span>
        </LinkButton>
      )}
    </Card>
  );
}
