import { useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { useLeaveStudio } from "./api";
import { t } from "./texts";

/** The way out of my studio, after one question. */
export function LeaveStudio({ studio }: { studio: string }) {
  const [open, setOpen] = useState(false);
  const leave = useLeaveStudio();

  function go() {
    leave.mutate(undefined, {
      onSuccess: () => toast.success(t("You have left {studio}.", { studio })),
      onError: (error) => toast.error(messageOf(error)),
      onSettled: () => setOpen(false),
    });
  }

  return (
    <div className="mt-4 flex justify-end border-t border-line pt-4">
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t("Leave studio")}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("Leave {studio}?", { studio })}
        description={t(
          "What you earn from now on is yours alone. Payout requests that you have made stay with the studio. Only a studio can take you in again.",
        )}
        width="sm"
        actions={
          <>
            <Button variant="ghost" onClick={() => setOpen(false)}>
              {t("Stay")}
            </Button>
            <Button variant="danger" pending={leave.isPending} onClick={go}>
              {t("Leave studio")}
            </Button>
          </>
        }
      />
    </div>
  );
}
