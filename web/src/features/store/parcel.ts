import { useRef, useState } from "react";
import type { ApiError } from "@/api/errors";
import type { Offer } from "@/store/buying";
import type { ParcelBody } from "./buy";
import {
  addressOf,
  type DeliveryName,
  missingOf,
  type Problems,
  problemsOf,
  useDelivery,
} from "./delivery";

/** What is asked of a buyer before something is sent: how many, and where to. Nothing for what is bought once. */
export function useParcel({ parcel }: Offer) {
  const [left, setLeft] = useState(parcel?.left ?? 1);
  const [wanted, setQuantity] = useState(parcel?.quantity ?? 1);
  const { delivery, change } = useDelivery();
  const [problems, setProblems] = useState<Problems>({});
  const place = useRef<HTMLDivElement>(null);
  const quantity = Math.max(1, Math.min(wanted, left));
  const body: ParcelBody | undefined = parcel && { quantity, ...addressOf(delivery) };

  function show(found: Problems) {
    setProblems(found);
    // As soon as they are marked.
    setTimeout(() => place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  return {
    left,
    setLeft,
    quantity,
    setQuantity,
    delivery,
    problems,
    /** Around the fields of the address. */
    place,
    /** What the API wants to know of it. */
    body,
    change(name: DeliveryName, value: string) {
      change(name, value);
      setProblems(({ [name]: _, ...others }) => others);
    },
    /** Whether nothing is missing; what is, is said at its field. */
    isComplete(): boolean {
      const found = parcel === undefined ? {} : missingOf(delivery);
      if (Object.keys(found).length > 0) show(found);
      return Object.keys(found).length === 0;
    },
    /** What the server refused of it is said at its field. */
    refuse(fields: Record<string, string>) {
      const found = problemsOf(fields);
      if (Object.keys(found).length > 0) show(found);
    },
  };
}

/** Whether an error is about fields of the address, which say so themselves. */
export function isOfAddress({ fields }: ApiError): boolean {
  return Object.keys(problemsOf(fields)).length > 0;
}
