import { useSettings } from "@/settings/api";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Html } from "@/ui/Html";
import { t } from "./texts";

/** The 18+ popup (spec §2). */
export function AdultsOnly({ onEnter }: { onEnter: () => void }) {
  const { popupContent18Plus, siteName } = useSettings();
  return (
    <Dialog
      open
      onClose={onEnter}
      title={t("Are you 18 or older?")}
      mustAnswer
      actions={
        <>
          <Button variant="outline" size="lg" onClick={() => location.replace("about:blank")}>
            {t("Leave")}
          </Button>
          <Button variant="brand" size="lg" data-autofocus onClick={onEnter}>
            {t("I am 18 or older")}
          </Button>
        </>
      }
    >
      {popupContent18Plus ? (
        <Html html={popupContent18Plus} className="text-body text-fg2" />
      ) : (
        <p className="text-body text-fg2">
          {t(
            "{siteName} shows live video made for adults. Enter only if you are at least 18 years old and it is legal where you are.",
            { siteName },
          )}
        </p>
      )}
    </Dialog>
  );
}
