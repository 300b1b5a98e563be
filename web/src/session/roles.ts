import type { Schemas } from "@/api/client";

/** What an account may be (spec §1). */
export type Role = Schemas["AccountMe"]["role"];
