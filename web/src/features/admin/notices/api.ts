import type { Schemas } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";

export type Kind = Schemas["NoticesKindView"];
export type Preview = Schemas["NoticesPreviewView"];
export type Shown = { language: string; sample: number; open: boolean };

/** The kinds of notices that people get. */
export const kinds = () => apiQuery(["admin-notices"], "/admin/notices");

/** What one of them says, as its reader gets it. */
export const preview = (kind: string, shown: Shown) =>
  pageQuery(["admin-notices", kind, shown], "/admin/notices/{kind}/preview", {
    path: { kind },
    query: shown,
  });
