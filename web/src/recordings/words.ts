import type { Schemas } from "@/api/client";
import { t } from "./texts";

type Named = Pick<Schemas["RecordingRecording"], "title" | "type">;

/** What kind of show it was. */
export const kinds = (): Readonly<Record<Named["type"], string>> => ({
  public: t("Public show"),
  private: t("Private show"),
  group: t("Group show"),
});

export function titleOf({ title, type }: Named): string {
  return title || kinds()[type];
}
