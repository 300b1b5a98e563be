import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { t } from "./texts";

type RemoveDialogProps = {
  /** What would be gone; nothing closes the dialog. */
  name: string | undefined;
  text: string;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
  pending: boolean;
};

/** Asks once before something is gone for good. */
export function RemoveDialog({ name: named, text, onRemove, onClose, pending }: RemoveDialogProps) {
  const name = named ?? "";
  async function remove() {
    try {
      await onRemove();
      toast.success(t("{name} is removed.", { name }));
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  return (
    <Dialog
      open={named !== undefined}
      onClose={onClose}
      title={t("Remove {name}?", { name })}
      description={text}
      width="sm"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button variant="danger" pending={pending} onClick={remove}>
            {t("Remove")}
          </Button>
        </>
      }
    />
  );
}
