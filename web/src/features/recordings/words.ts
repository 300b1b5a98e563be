import type { Recording } from "./api";

/** What kind of show it was. */
export const kinds: Readonly<Record<Recording["type"], string>> = {
  public: "Public show",
  private: "Private show",
  group: "Group show",
};

export function titleOf({ title, type }: Recording): string {
  return title || kinds[type];
}
