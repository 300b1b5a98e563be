import { apiQuery } from "@/api/queries";

/** What the members of the studio get of its income, which a new member changes. */
export const sharesKey = ["studio-commission"] as const;

export const studioKey = ["account", "studio"] as const;

/** The studio that is logged in: its record, how far its check is, and its figures. */
export const studioMe = () => apiQuery(studioKey, "/studio/me");
