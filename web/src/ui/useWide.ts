import { useSyncExternalStore } from "react";

const wide = "(min-width: 64rem)";

/** Whether there is room for two columns, where the two layouts are too different for CSS alone. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(wide);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(wide).matches,
  );
}
