import { Button } from "@/ui/Button";
import { t } from "./texts";

type SaveBarProps = { count: number; pending: boolean; onDiscard: () => void };

/** Stays in sight while something waits to be saved. */
export function SaveBar({ count, pending, onDiscard }: SaveBarProps) {
  if (count === 0) return null;
  return (
    <div className="rise sticky bottom-[calc(var(--tabbar)+12px)] z-20 mt-6 flex max-w-[860px] flex-wrap items-center gap-2 rounded-lg border border-line2 bg-s2 p-3 ps-4 shadow-float lg:bottom-3">
      <p className="me-auto text-label font-semibold">
        {t("{count, plural, one {# unsaved change} other {# unsaved changes}}", { count })}
      </p>
      <Button variant="ghost" disabled={pending} onClick={onDiscard}>
        {t("Discard")}
      </Button>
      <Button type="submit" variant="brand" pending={pending}>
        {t("Save")}
      </Button>
    </div>
  );
}
