import { useStore } from "zustand";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import type { Broadcast } from "./broadcast";
import { t } from "./texts";

/** One broadcast per performer: a second device takes over after confirmation (behaviours.md, Presence). */
export function TakeoverDialog({ broadcast }: { broadcast: Broadcast }) {
  const { refusal, title } = useStore(broadcast.store);
  return (
    <Dialog
      open={refusal?.isElsewhere === true}
      onClose={broadcast.forgive}
      title={t("You are live on another device")}
      description={t("Move the broadcast here? The other device stops sending; your viewers stay.")}
      width="sm"
      actions={
        <>
          <Button variant="ghost" onClick={broadcast.forgive}>
            {t("Leave it there")}
          </Button>
          <Button variant="brand" onClick={() => broadcast.start(title, true)} data-autofocus>
            {t("Move it here")}
          </Button>
        </>
      }
    />
  );
}
