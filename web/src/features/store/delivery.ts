import { useState } from "react";
import * as z from "zod/mini";
import { inTab } from "@/lib/storage";
import { formTexts } from "@/lib/validate";
import { addressInTab } from "@/session/api";
import type { ParcelBody } from "./buy";

const text = () => z._default(z.string(), "");

const shape = z.object({
  name: text(),
  street: text(),
  city: text(),
  region: text(),
  postalCode: text(),
  /** Two letters. */
  country: text(),
});

/** Where a parcel goes, as it is typed. */
export type Delivery = z.infer<typeof shape>;
export type DeliveryName = keyof Delivery;

/** Why a field was refused. */
export type Problems = Partial<Record<DeliveryName, string>>;

/** What is typed of an address stays in this tab, for the next parcel too; nowhere else. */
export function useDelivery() {
  const [delivery, setDelivery] = useState(remembered);
  return {
    delivery,
    change(name: DeliveryName, value: string) {
      const next = { ...delivery, [name]: value };
      setDelivery(next);
      inTab.set(addressInTab, JSON.stringify(next));
    },
  };
}

function remembered(): Delivery {
  return shape.safeParse(parsed(inTab.get(addressInTab))).data ?? shape.parse({});
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? "{}");
  } catch {
    return {};
  }
}

/** What is missing of an address. */
export function missingOf(delivery: Delivery): Problems {
  const problems: Problems = {};
  for (const name of ["name", "street", "city", "country"] as const) {
    if (delivery[name].trim() === "") problems[name] = formTexts.required;
  }
  return problems;
}

/** An address as the API takes it: lines as on a parcel, and beside them its code and country. */
export function addressOf(delivery: Delivery): Omit<ParcelBody, "quantity"> {
  const lines = [delivery.name, delivery.street, delivery.city, delivery.region];
  return {
    deliveryAddress: lines
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join("\n"),
    postalCode: delivery.postalCode.trim(),
    country: delivery.country,
  };
}

/** What the API says of the fields, under the ones of the form. */
export function problemsOf({
  deliveryAddress,
  postalCode,
  country,
}: Record<string, string>): Problems {
  return {
    ...(deliveryAddress && { street: deliveryAddress }),
    ...(postalCode && { postalCode }),
    ...(country && { country }),
  };
}
