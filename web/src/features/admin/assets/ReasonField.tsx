import type { ComponentProps } from "react";
import { Textarea } from "@/ui/Field";
import { t } from "./texts";

/** Why staff decide so, which the owner is told. */
export function ReasonField(bound: Omit<ComponentProps<typeof Textarea>, "label">) {
  return (
    <Textarea label={t("Reason")} maxLength={500} rows={3} required data-autofocus {...bound} />
  );
}
