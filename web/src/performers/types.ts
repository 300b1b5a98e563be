import type { Schemas } from "@/api/client";
import { t } from "./texts";

/** A performer as lists show her. Images are addresses, empty when there is none; prices in tokens. */
export type Performer = Schemas["DiscoverCard"];

/** A performer as her own page shows her. */
export type Profile = Schemas["DiscoverProfile"];

/** What a performer is doing now (behaviours.md, Presence). */
export type StreamingStatus = Performer["streamingStatus"];

const statuses: readonly StreamingStatus[] = ["offline", "public", "private", "group", "away"];

/** Reads a status from the wire; one this client does not know counts as offline. */
export function statusOf(text: string): StreamingStatus {
  return statuses.find((status) => status === text) ?? "offline";
}

export const genders = (): Readonly<Record<string, string>> => ({
  female: t("Female"),
  male: t("Male"),
  transgender: t("Transgender"),
  couple: t("Couple"),
});
