import { useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { FieldError } from "./Field";
import { t } from "./texts";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** What the button does. */
  verb: string;
  /** What is undone by nothing is red; what only costs is not. */
  tone?: "danger" | "brand";
  /** The dialog closes when it succeeds, and says why when it does not. */
  onConfirm: () => Promise<unknown>;
};

/** A question before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, description, verb, tone = "danger", onConfirm } = props;
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function confirm() {
    setIsPending(true);
    setProblem(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      width="sm"
      actions={
        <>
          <Button variant="ghost" onClick={onClose} data-autofocus>
            {t("Cancel")}
          </Button>
          <Button variant={tone} pending={isPending} onClick={confirm}>
            {verb}
          </Button>
        </>
      }
    >
      {problem && <FieldError>{problem}</FieldError>}
    </Dialog>
  );
}
