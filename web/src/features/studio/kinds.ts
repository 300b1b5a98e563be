import type { KeptDocument } from "./apiDocuments";
import { t } from "./texts";

/** What kinds of document there are, in words. */
export function documentKinds(): { value: KeptDocument["kind"]; label: string }[] {
  return [
    { value: "contract", label: t("Contract") },
    { value: "identity", label: t("Identity") },
    { value: "other", label: t("Other") },
  ];
}

export function kindName(kind: KeptDocument["kind"]): string {
  return documentKinds().find(({ value }) => value === kind)?.label ?? kind;
}
