import { countOf } from "@/lib/format";
import { Button } from "@/ui/Button";

type SaveBarProps = { count: number; pending: boolean; onDiscard: () => void };

/** Stays in sight while something waits to be saved. */
export function SaveBar({ count, pending, onDiscard }: SaveBarProps) {
  if (count === 0) return null;
  return (
    <div className="rise sticky bottom-[calc(var(--tabbar)+12px)] z-20 mt-6 flex max-w-[860px] flex-wrap items-center gap-2 rounded-lg border border-line2 bg-s2 p-3 pl-4 shadow-float lg:bottom-3">
      <p className="mr-auto text-label font-semibold">{countOf(count, "unsaved change")}</p>
      <Button variant="ghost" disabled={pending} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" variant="brand" pending={pending}>
        Save
      </Button>
    </div>
  );
}
