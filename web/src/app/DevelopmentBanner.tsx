import { useSettings } from "@/settings/api";

/** Says on every page that payments are played: whoever pays here pays nothing. */
export function DevelopmentBanner() {
  const { development } = useSettings();
  if (!development) return null;
  return (
    <aside
      aria-label="Development mode"
      className="pointer-events-none fixed bottom-[calc(var(--tabbar)+8px)] left-2 z-40 rounded-full bg-fg px-3 py-1 text-xs font-semibold text-bg opacity-90"
    >
      Development mode: no money moves
    </aside>
  );
}
