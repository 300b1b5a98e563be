import { formTexts } from "@/lib/validate";
import type { Allowed, Purpose } from "./types";

const nouns: Record<Purpose, string> = { video: "Video", trailer: "Trailer", digitalFile: "File" };

/** Why a file cannot be uploaded for a purpose, in the server's words; undefined when it can. */
export function fileProblem(
  file: { name: string; size: number },
  purpose: Purpose,
  { accepted, maxMB }: Allowed,
): string | undefined {
  const ending = file.name.match(/\.([^./\\]+)$/)?.[1]?.toLowerCase();
  if (ending === undefined || !accepted.includes(ending)) return formTexts.imageKind(accepted);
  if (file.size === 0) return "This file is empty.";
  if (file.size > maxMB * 1024 * 1024) return `${nouns[purpose]} must smaller than ${maxMB}MB!`;
  return undefined;
}
