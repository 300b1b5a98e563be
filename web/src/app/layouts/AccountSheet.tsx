import type { Session } from "@/session/api";
import { Sheet } from "@/ui/Dialog";
import { t } from "../texts";
import { AccountChoices } from "./AccountChoices";

/** A phone's account menu. */
export function AccountSheet({ session, onClose }: { session: Session; onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={t("Account")}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the choices inside are links and buttons; this only closes the sheet after one. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div onClick={onClose}>
        <AccountChoices session={session} />
      </div>
    </Sheet>
  );
}
