import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { t } from "./texts";
import type { Delivery } from "./types";

/** An address as it is written on a parcel. */
export function addressText({
  deliveryAddress,
  postalCode,
  countryName,
  country,
}: Delivery): string {
  return [deliveryAddress.trim(), postalCode, countryName || country].filter(Boolean).join("\n");
}

type DeliveryCardProps = {
  delivery: Delivery | undefined;
  /** What is said in its place when it is not, or no longer, to be read. */
  forgotten: string;
  /** What can be done with it. */
  actions?: ReactNode;
};

/** Where a parcel goes. */
export function DeliveryCard({ delivery, forgotten, actions }: DeliveryCardProps) {
  return (
    <Card title={t("Delivery address")}>
      {delivery ? (
        <address className="text-label whitespace-pre-line not-italic [overflow-wrap:anywhere]">
          {addressText(delivery)}
        </address>
      ) : (
        <p className="text-label font-normal text-fg2">{forgotten}</p>
      )}
      {actions && <div className="mt-4 flex flex-wrap gap-2">{actions}</div>}
    </Card>
  );
}
