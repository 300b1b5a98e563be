import { Square } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { Button, IconButton } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import type { Broadcast } from "./broadcast";
import { t } from "./texts";

const texts = () => ({
  here: t("Your viewers see your offline picture. You can go live again at any time."),
  elsewhere: t(
    "Your viewers see your offline picture. Stop streaming in your program too, or it starts a new show.",
  ),
});

type StopButtonProps = {
  broadcast: Broadcast;
  brief?: boolean;
  /** Beside something that matters more. */
  quiet?: boolean;
};

/** Ends the show, after a question: everybody who watches would lose the picture. */
export function StopButton({ broadcast, brief = false, quiet = false }: StopButtonProps) {
  const [asking, setAsking] = useState(false);
  const source = useStore(broadcast.store, (state) => state.source);
  const ask = () => setAsking(true);
  const icon = <Square size={16} fill="currentColor" aria-hidden />;
  return (
    <>
      {brief ? (
        <IconButton label={t("End show")} variant="brand" onClick={ask}>
          {icon}
        </IconButton>
      ) : (
        <Button variant={quiet ? "ghost" : "brand"} onClick={ask}>
          {icon}
          {t("End show")}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("End your show?")}
        description={texts()[source]}
        verb={t("End the show")}
        onConfirm={broadcast.stop}
      />
    </>
  );
}
