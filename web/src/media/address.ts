import type { Schemas } from "@/api/client";

/** Where to connect to the media engine, and what lets in. */
export type Address = Schemas["ShowAddress"];

/** The engine's address; on this very host it is this page's origin, whatever port or proxy leads here. */
export function reachable(url: string, here: Location = location): string {
  return new URL(url, here.href).hostname === here.hostname ? here.origin : url;
}
