import { inTab } from "@/lib/storage";
import { toast } from "@/ui/toast";
import { unsavedOnPage } from "@/ui/unsaved";
import { paths } from "./paths";
import { t } from "./texts";

const key = "reloaded";
const once = 60_000;

/**
 * An old tab asks for files that a new version no longer has. It is loaded anew when nobody loses
 * anything by that: no show is sent from here and nothing is typed. Otherwise the person decides.
 */
export function surviveNewVersion() {
  window.addEventListener("vite:preloadError", () => {
    const last = Number(inTab.get(key) ?? 0);
    const helps = Date.now() - last > once; // or the file is missing for another reason
    const onStage = location.pathname.startsWith(paths.live());
    if (helps && navigator.onLine && !onStage && unsavedOnPage.getState().length === 0) {
      reload();
      return;
    }
    toast.info(t("A part of this page could not be loaded. There may be a new version."), {
      id: "new-version",
      duration: Number.POSITIVE_INFINITY,
      action: { label: t("Reload"), onClick: reload },
    });
  });
}

function reload() {
  inTab.set(key, String(Date.now()));
  location.reload();
}
