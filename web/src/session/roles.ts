/** What an account may be (spec §1). */
export type Role = "user" | "performer" | "studio" | "admin";
