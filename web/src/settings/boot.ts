import type { components } from "@/api/schema.gen";

// By the names of the API: what reads this is there before its client is.
type Schemas = components["schemas"];

/** A language of the site. `texts` is where its catalogues are; English, the source, has none. */
export type Language = { code: string; name: string; dir: "ltr" | "rtl"; texts?: string };

/** First data that the server writes into the page, so that nothing has to be asked for before the first paint. */
export type Boot = {
  /** Absent from a page of the development server only. */
  settings?: Schemas["SettingsPublicAnswer"];
  /** Who is logged in; null for nobody; absent when the server did not look. */
  session?: Schemas["AccountMe"] | null;
  /** Query results of the opened page, by their keys. */
  route?: { key: readonly unknown[]; data: unknown }[];
  /** The show of the room that was opened, as `POST /streaming/join` would tell this visitor. */
  show?: Schemas["ShowSession"];
  /** The languages of the site, the page's own among them. */
  languages?: Language[];
  /** The pages that the operator's scripts run on, if this is one of them; see `leavesScripts`. */
  scripted?: string[];
};

/**
 * Whether a path must be loaded anew: the operator's scripts run in this document, and that page
 * is none of theirs. A script ends with its document, not with a click.
 */
export function leavesScripts(path: string, scripted = readBoot().scripted): boolean {
  if (!scripted) return false;
  const asked = path.toLowerCase();
  return !scripted.some((page) =>
    page !== "/" && page.endsWith("/") ? asked.startsWith(page) : asked === page,
  );
}

/** Reads `<script type="application/json" id="boot">`; empty when there is none. */
export function readBoot(page: Document = document): Boot {
  const written = page.getElementById("boot")?.textContent;
  if (!written) return {};
  return JSON.parse(written);
}

/** The socket's address from the page's runtime config; this site when not set. */
export function socketEndpoint(page: Document = document): string {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="SOCKET_ENDPOINT"]');
  return meta?.content || location.origin;
}
