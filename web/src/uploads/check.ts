import { formTexts } from "@/lib/validate";
import { t } from "./texts";
import type { Allowed, Purpose } from "./types";

/** Why a file cannot be uploaded for a purpose, in the server's words; undefined when it can. */
export function fileProblem(
  file: { name: string; size: number },
  purpose: Purpose,
  { accepted, maxMB }: Allowed,
): string | undefined {
  const ending = file.name.match(/\.([^./\\]+)$/)?.[1]?.toLowerCase();
  if (ending === undefined || !accepted.includes(ending)) return formTexts.imageKind(accepted);
  if (file.size === 0) return t("This file is empty.");
  if (file.size > maxMB * 1024 * 1024)
    return t(
      "{purpose, select, video {Video must smaller than {maxMB}MB!} trailer {Trailer must smaller than {maxMB}MB!} other {File must smaller than {maxMB}MB!}}",
      { purpose, maxMB: String(maxMB) },
    );
  return undefined;
}
