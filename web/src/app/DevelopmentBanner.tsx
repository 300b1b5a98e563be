import { useSettings } from "@/settings/api";
import { t } from "./texts";

/** Says on every page that payments are played: whoever pays here pays nothing. Its strip is kept free by app.css. */
export function DevelopmentBanner() {
  const { development } = useSettings();
  if (!development) return null;
  return (
    <aside
      aria-label={t("Development mode")}
      className="pointer-events-none fixed inset-x-0 top-0 z-40 grid h-(--strip-development) place-items-center border-b border-line bg-s2 pt-[env(safe-area-inset-top)] text-micro font-semibold text-fg2"
    >
      {t("Development mode: no money moves")}
    </aside>
  );
}
