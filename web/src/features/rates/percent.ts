import * as z from "zod/mini";
import { formTexts } from "@/lib/validate";

/** A typed percentage, or nothing. */
export const maybe = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => Number.isFinite(Number(text)), { error: () => formTexts.notNumber }),
    z.refine((text) => Number(text) >= 0 && Number(text) <= 100, {
      error: () => formTexts.between(0, 100),
    }),
  ),
  z.transform((text: string) => (text === "" ? undefined : Number(text))),
);
