import type { Recording } from "./api";
import { t } from "./texts";

/** What kind of show it was. */
export const kinds: Readonly<Record<Recording["type"], string>> = {
  get public() {
    return t("Public show");
  },
  get private() {
    return t("Private show");
  },
  get group() {
    return t("Group show");
  },
};

export function titleOf({ title, type }: Recording): string {
  return title || kinds[type];
}
