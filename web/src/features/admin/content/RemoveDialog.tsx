import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";

type RemoveDialogProps = {
  /** What would be gone; nothing closes the dialog. */
  name: string | undefined;
  text: string;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
  pending: boolean;
};

/** Asks once before something is gone for good. */
export function RemoveDialog({ name, text, onRemove, onClose, pending }: RemoveDialogProps) {
  async function remove() {
    try {
      await onRemove();
      toast.success(`${name} is removed.`);
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  return (
    <Dialog
      open={name !== undefined}
      onClose={onClose}
      title={`Remove ${name}?`}
      description={text}
      width="sm"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" pending={pending} onClick={remove}>
            Remove
          </Button>
        </>
      }
    />
  );
}
