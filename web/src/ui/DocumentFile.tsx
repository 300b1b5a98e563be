import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { documentLimits } from "@/lib/validate";
import { FormFile } from "./FormFile";
import { t } from "./texts";

const accept = documentLimits.accepted.map((ending) => `.${ending}`).join(",");

/** A document that staff check: a file of a form, with what it may be. */
export function DocumentFile<Input extends FieldValues, Output>(
  props: Omit<ComponentProps<typeof FormFile<Input, Output>>, "hint" | "accept">,
) {
  const hint = t("{kinds}, smaller than {megabytes} MB", {
    kinds: documentLimits.accepted.join(", "),
    megabytes: documentLimits.megabytes,
  });
  return <FormFile {...props} hint={hint} accept={accept} />;
}
