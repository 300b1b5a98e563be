import * as z from "zod/mini";
import { formTexts, optional } from "@/lib/validate";
import type { AppForm } from "@/ui/Form";
import type { Preferences } from "./api";

const missing = { error: () => formTexts.required };

const channels = z.object({ app: z.boolean(), mail: z.boolean(), push: z.boolean() });

export const schema = z
  .object({
    groups: z.object({
      request: channels,
      tip: channels,
      purchase: channels,
      message: channels,
      favourite: channels,
      reminder: channels,
      order: channels,
      payout: channels,
      refund: channels,
      verification: channels,
      system: channels,
    }),
    digest: z.enum(["immediately", "hourly", "daily", "never"]),
    discreet: z.boolean(),
    isQuiet: z.boolean(),
    quietHours: z.object({ from: optional(), to: optional(), timezone: optional() }),
  })
  .check(
    z.refine(({ isQuiet, quietHours: { from } }) => !isQuiet || from !== "", {
      path: ["quietHours", "from"],
      ...missing,
    }),
    z.refine(({ isQuiet, quietHours: { to } }) => !isQuiet || to !== "", {
      path: ["quietHours", "to"],
      ...missing,
    }),
  );

export type Input = z.input<typeof schema>;
export type Output = z.output<typeof schema>;
export type PreferencesForm = AppForm<Input, Output>;

/** What the form shows of what was chosen. */
export function valuesOf({ groups: channels, digest, discreet, quietHours }: Preferences): Input {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    groups: channels,
    digest,
    discreet,
    isQuiet: quietHours !== undefined,
    quietHours: quietHours ?? { from: "22:00", to: "08:00", timezone: timeZone },
  };
}
