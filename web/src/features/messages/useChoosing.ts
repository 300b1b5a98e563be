import { useStore } from "zustand";
import { useSettings } from "@/settings/api";
import { toast } from "@/ui/toast";
import { choose, chosenFor, maxTogether, outgoing } from "./outgoing";
import { t } from "./texts";

/** Choosing photos for a conversation: what the server would refuse is refused in its words. */
export function useChoosing(draft: string) {
  const { imageAccepted: accepted, photoMaxMB: megabytes } = useSettings();
  const count = useStore(outgoing, (photos) => chosenFor(photos, draft).length);

  async function add(files: readonly File[]) {
    const { imageProblem } = await import("@/lib/validate"); // with what checks forms, which is heavy
    const problems = new Map(
      files.map((file) => [file, imageProblem(file, { accepted, megabytes })]),
    );
    const fit = files.filter((file) => problems.get(file) === undefined);
    const taken = fit.slice(0, Math.max(0, maxTogether - count));
    const problem = [...problems.values()].find((one) => one !== undefined);
    if (problem) toast.error(problem);
    else if (taken.length < fit.length)
      toast.error(
        t("{most, plural, one {# photo} other {# photos}} at a time. Send these first.", {
          most: maxTogether,
        }),
      );
    if (taken.length > 0) choose(draft, taken);
  }

  return { accepted, count, add };
}
