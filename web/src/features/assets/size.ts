import { formatNumber } from "@/lib/format";
import { t } from "./texts";

/** A limit that is set in megabytes, as people read it: "512 MB", "4 GB". */
export function formatLimit(megabytes: number): string {
  return megabytes >= 1024
    ? t("{size} GB", {
        size: formatNumber(megabytes / 1024, Number.isInteger(megabytes / 1024) ? 0 : 1),
      })
    : t("{size} MB", { size: megabytes });
}
