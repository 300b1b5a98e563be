import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { TextField } from "@/ui/Field";
import { t } from "./texts";

/** What a parcel is called, and where it can be followed: an https address, or nothing. */
export const parcel = {
  carrier: required(),
  trackingNumber: required(),
  trackingUrl: optional().check(
    z.refine((text) => text === "" || isHttps(text), {
      error: () => t("Must be an https address"),
    }),
  ),
};

function isHttps(text: string): boolean {
  try {
    const { protocol, hostname, username } = new URL(text);
    return protocol === "https:" && hostname !== "" && username === "";
  } catch {
    return false;
  }
}

type ParcelFieldsProps = Record<
  keyof typeof parcel,
  Omit<ComponentProps<typeof TextField>, "label">
>;

/** Who carries a parcel, and where it can be followed. */
export function ParcelFields({ carrier, trackingNumber, trackingUrl }: ParcelFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t("Carrier")} required maxLength={60} {...carrier} />
        <TextField
          label={t("Tracking number")}
          required
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          {...trackingNumber}
        />
      </div>
      <TextField
        label={t("Tracking address")}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint={t("The carrier's page about this parcel, if it has one.")}
        maxLength={500}
        autoComplete="off"
        {...trackingUrl}
      />
    </>
  );
}
