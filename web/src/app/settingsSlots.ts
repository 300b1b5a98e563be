import type { SettingsSlots } from "@/declared/slots";

/** What features put into account settings. */
export const settingsSlots: SettingsSlots = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<SettingsSlots>("../features/**/settingsSlots.ts", {
      eager: true,
      import: "settingsSlots",
    }),
  ),
);
