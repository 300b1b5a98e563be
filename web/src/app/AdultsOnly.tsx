import { useState } from "react";
import { useSession } from "@/session/api";
import { useSettings } from "@/settings/api";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Html } from "@/ui/Html";

const key = "adult";

/** The 18+ popup (spec §2): asked once on each device. */
export function AdultsOnly() {
  const { enablePopup18Plus, popupContent18Plus, siteName } = useSettings();
  const { role } = useSession();
  const [confirmed, setConfirmed] = useState(() => localStorage.getItem(key) === "yes");

  function enter() {
    localStorage.setItem(key, "yes");
    setConfirmed(true);
  }

  return (
    <Dialog
      open={enablePopup18Plus && !confirmed && role !== "admin"}
      onClose={enter}
      title="Are you 18 or older?"
      mustAnswer
      actions={
        <>
          <Button variant="outline" size="lg" onClick={() => location.replace("about:blank")}>
            Leave
          </Button>
          <Button variant="brand" size="lg" data-autofocus onClick={enter}>
            I am 18 or older
          </Button>
        </>
      }
    >
      {popupContent18Plus ? (
        <Html html={popupContent18Plus} className="text-body text-fg2" />
      ) : (
        <p className="text-body text-fg2">
          {siteName} shows live video made for adults. Enter only if you are at least 18 years old
          and it is legal where you are.
        </p>
      )}
    </Dialog>
  );
}
